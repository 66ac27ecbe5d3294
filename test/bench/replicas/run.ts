import { runBench } from '../bench-command.ts';
import { benchFaults } from './faults.ts';

/** `pnpm replicas [SECTION…]`: three workers on one PostgreSQL behind nginx. Builds what it needs. */
process.exitCode = await runBench(
  {
    name: 'pnpm replicas',
    sections: () => ({
      faults: {
        about:
          'what is left of 1,000 keys and their work after ten kills of workers, and one of PostgreSQL and Redis each',
        measure: () => benchFaults({ teams: 50, keys: 1_000, kills: 10 }),
      },
    }),
  },
  process.argv.slice(2),
);
