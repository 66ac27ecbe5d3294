import { Miniflare } from 'miniflare';
import { bundle, moduleOf } from '../../../.build/bundle.ts';
import { CLOUDFLARE } from '../../../.build/targets.ts';
import type { SessionEvent } from '../../../src/transcripts/session-event.ts';
import { PATH, QUESTION, sessionEvents, sourceText } from '../engine-input.ts';
import type { Figure } from '../figure.ts';
import { cpuMs } from './process-use.ts';

/** Work for the engine in workerd, and how often to repeat it. */
export interface EngineWork {
  readonly text: string;
  readonly question: string;
  readonly path: string;
  readonly times: number;
  readonly events?: readonly SessionEvent[] | undefined;
}

const WARM_UP = 100;
const TIMES = 300;

const note = `of processor time, mean of ${TIMES}`;

/**
 * Measures the milliseconds of processor time that workerd takes to prune 2,000 lines, including its garbage collection
 * threads.
 */
export async function* benchEngineOnWorkerd(): AsyncGenerator<Figure> {
  const target = { ...CLOUDFLARE, entry: 'test/bench/worker/engine-cloudflare.ts' };
  const miniflare = new Miniflare({
    modules: [{ type: 'ESModule', path: 'engine.js', contents: moduleOf(await bundle(target)).text }],
    compatibilityDate: '2026-07-15',
  });
  const each = async (times: number, events?: readonly SessionEvent[]): Promise<number> => {
    const before = workerdMs();
    const work: EngineWork = { text: sourceText(2000), question: QUESTION, path: PATH, events, times };
    const answer = await miniflare.dispatchFetch('http://localhost/', { method: 'POST', body: JSON.stringify(work) });
    await answer.json();
    return (workerdMs() - before) / times;
  };
  try {
    await miniflare.ready;
    const events = sessionEvents();
    await each(WARM_UP);
    const alone = await each(TIMES);
    yield { name: 'pruner on workerd, 2,000 lines', measured: alone, unit: 'ms', goal: 10, note };
    await each(WARM_UP, events);
    const known = await each(TIMES, events);
    yield { name: 'pruner on workerd, 2,000 lines, with a session', measured: known, unit: 'ms', goal: 15, note };
  } finally {
    await miniflare.dispose();
  }
}

/** Returns the processor time of all child processes. */
function workerdMs(): number {
  const { user, system } = process.cpuUsage();
  return cpuMs(process.pid) - (user + system) / 1000;
}
