import type { Figure } from '../figure.ts';
import { audit } from './audit.ts';
import { openBooks } from './books.ts';
import { buildNextVersion } from './next-version.ts';
import { openStage } from './stage.ts';
import { fill, runTraffic } from './traffic.ts';
import { until } from './until.ts';

const AT_ONCE = 4;
/** Answers to wait for between two replacements. */
const CALM = 100;

/** Replaces three workers under load by a later version with one more step of the schema, and back. */
export async function* benchRollback(): AsyncGenerator<Figure> {
  const next = buildNextVersion();
  const stage = await openStage({ replicas: 3, redis: false, s3: false });
  try {
    const books = openBooks();
    await fill(stage.url, books, { teams: 4, keys: 40 });
    let isOver = false;
    const traffic = runTraffic(stage.url, books, AT_ONCE, () => isOver);
    for (const version of [next, undefined]) {
      for (const replica of stage.replicas) {
        const enough = books.counted.length + CALM;
        await until(() => books.counted.length >= enough);
        await replica.stop();
        await replica.start(version);
      }
    }
    const enough = books.counted.length + CALM;
    await until(() => books.counted.length >= enough);
    isOver = true;
    await traffic;
    const steps = stage.sql('SELECT name FROM d1_migrations ORDER BY name');
    const faults = [
      ...(steps.some((name) => name.includes('later')) ? [] : ['the later version added no step']),
      ...(await audit(stage, books)),
    ];
    yield {
      ...{ name: 'things lost or wrong after an upgrade and the way back', measured: faults.length, unit: 'answers' },
      ...{ goal: 0, note: [`steps: ${steps.join(', ')}`, ...faults.slice(0, 5)].join('; ') },
    };
    const unanswered = [...books.unanswered].map(([instead, times]) => `${times} ${instead}`);
    yield {
      name: 'requests without an answer meanwhile',
      ...{ measured: [...books.unanswered.values()].reduce((sum, one) => sum + one, 0), unit: 'answers', goal: 0 },
      note: `of ${books.counted.length}; ${unanswered.join(', ') || 'none'}`,
    };
  } finally {
    await stage.close();
  }
}
