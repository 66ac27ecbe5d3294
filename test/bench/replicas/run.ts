import { runBench } from '../bench-command.ts';
import { benchAway } from './away.ts';
import { benchChecks, benchCosts } from './costs.ts';
import { benchFaults } from './faults.ts';
import { benchQuotas } from './quotas.ts';
import { benchRollback } from './rollback.ts';
import { benchSimulation } from './simulation.ts';
import { benchStarts } from './starts.ts';

/** 10,000 developers with 300 prunes a day within eight hours, plus a fifth for the busiest hour. */
const PER_SECOND = 125;

/** `pnpm replicas [SECTION…]`: measures workers on one PostgreSQL behind nginx. Builds what it needs. */
process.exitCode = await runBench(
  {
    name: 'pnpm replicas',
    options: { rate: `prunes a second of "simulation" (default: ${PER_SECOND})` },
    sections: ({ rate = String(PER_SECOND) }) => ({
      faults: {
        about:
          'what is left of the work of 1,000 keys after ten kills of workers, and one of PostgreSQL and Redis each',
        measure: () => benchFaults({ teams: 50, keys: 1_000, kills: 10 }),
      },
      quotas: {
        about: 'requests that pass a quota on three workers, also while PostgreSQL is away',
        measure: benchQuotas,
      },
      away: { about: 'how long known keys wait for a PostgreSQL that does not answer', measure: benchAway },
      rollback: { about: 'an upgrade that adds to the schema, and the way back, under load', measure: benchRollback },
      starts: { about: 'ten workers that start at once', measure: benchStarts },
      costs: { about: 'a prune on SQLite and on PostgreSQL, with one and three workers', measure: benchCosts },
      checks: { about: 'the checks of rate and quota, in PostgreSQL and in Redis', measure: benchChecks },
      simulation: {
        about: 'a hundred keys at the pace of ten thousand developers',
        measure: () => benchSimulation(Number(rate)),
      },
    }),
  },
  process.argv.slice(2),
);
