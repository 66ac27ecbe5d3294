import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { SessionContext } from '../../src/memory/session-context.ts';
import { createSessionMemory } from '../../src/memory/session-memory.ts';
import { pruneText } from '../../src/pruning/embedded.ts';
import { PATH, QUESTION, sessionEvents, sourceText } from './engine-input.ts';

/** What a session knows that has read twenty files. */
function knownSession(): SessionContext {
  const memory = createSessionMemory();
  for (const event of sessionEvents()) memory.push(event);
  return memory.context();
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[times.length >> 1] as number;
}

function timed(text: string, runs: number, context?: SessionContext): number {
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const from = performance.now();
    pruneText({ text, question: QUESTION, path: context && PATH, context });
    times.push(performance.now() - from);
  }
  return median(times);
}

const TEN_MB = 1e7;

/** How far the process's peak memory rises, per byte of a 10 MB text. Only true in a process that did nothing before. */
function peakRise(): number {
  const text = sourceText(TEN_MB / 37).slice(0, TEN_MB);
  pruneText({ text: text.slice(0, 100_000), question: QUESTION });
  const before = process.resourceUsage().maxRSS;
  pruneText({ text, question: QUESTION });
  return ((process.resourceUsage().maxRSS - before) * 1024) / text.length;
}

/** `peakRise` of a process of its own. */
function measuredPeak(): number {
  const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url), '--peak'], { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(`the child that measures memory failed: ${child.stderr}`);
  return Number(child.stdout);
}

export interface EngineFigures {
  /** Milliseconds at the median for 2,000 lines. */
  readonly twoThousandLines: number;
  /** The same with what a session knows. */
  readonly withSession: number;
  /** Time for 10 MB divided by time for 1 MB. */
  readonly tenfold: number;
  /** Rise of the peak resident memory per byte of a 10 MB text. */
  readonly memory: number;
}

/** Measures the embedded engine in this process. */
export function benchEngine(): EngineFigures {
  const small = sourceText(2000);
  timed(small, 60);
  const twoThousandLines = timed(small, 60);
  const session = knownSession();
  timed(small, 60, session);
  const withSession = timed(small, 60, session);
  const perLine = small.length / 2000;
  const one = sourceText(Math.round(1e6 / perLine));
  const ten = sourceText(Math.round(1e7 / perLine));
  timed(one, 3);
  const oneTime = timed(one, 5);
  const tenTime = timed(ten, 3);
  const memory = measuredPeak();
  return { twoThousandLines, withSession, tenfold: tenTime / oneTime, memory };
}

if (import.meta.main) {
  if (process.argv.includes('--peak')) console.log(peakRise());
  else console.log(benchEngine());
}
