import { Miniflare } from 'miniflare';
import { bundle, moduleOf } from '../../../.build/bundle.ts';
import { CLOUDFLARE } from '../../../.build/targets.ts';
import type { SessionEvent } from '../../../src/sessions/session-event.ts';
import { PATH, QUESTION, sessionEvents, sourceText } from '../engine-input.ts';
import { cpuMs } from './process-use.ts';

/** What the engine is asked in workerd, and how often. */
export interface EngineWork {
  readonly text: string;
  readonly question: string;
  readonly path: string;
  readonly times: number;
  readonly events?: readonly SessionEvent[] | undefined;
}

const WARM_UP = 100;
const TIMES = 300;

export interface EngineCpu {
  /** Milliseconds for 2,000 lines. */
  readonly alone: number;
  /** The same with what a session knows. */
  readonly withSession: number;
}

/**
 * `node test/bench/worker/engine-cpu.ts`: milliseconds of processor time that workerd takes to prune 2,000 lines, all its
 * threads counted, those that collect garbage too.
 */
export async function engineCpu(): Promise<EngineCpu> {
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
    await each(WARM_UP, events);
    return { alone, withSession: await each(TIMES, events) };
  } finally {
    await miniflare.dispose();
  }
}

/** Processor time of all that this process started. */
function workerdMs(): number {
  const { user, system } = process.cpuUsage();
  return cpuMs(process.pid) - (user + system) / 1000;
}

if (import.meta.main) console.log(await engineCpu());
