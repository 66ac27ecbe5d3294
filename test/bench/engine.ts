import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pruneText } from '../../src/engine/embedded.ts';
import type { SessionContext } from '../../src/session-memory/session-context.ts';
import { createSessionMemory } from '../../src/session-memory/session-memory.ts';
import { PATH, QUESTION, sessionEvents, sourceText } from './engine-input.ts';
import type { Figure } from './figure.ts';
import { peakKb } from './peak-memory.ts';
import { type Spread, shown, spreadOf } from './side-by-side.ts';

/** Returns the session context after reading twenty files. */
function knownSession(): SessionContext {
  const memory = createSessionMemory();
  for (const event of sessionEvents()) memory.push(event);
  return memory.context();
}

function timed(text: string, runs: number, context?: SessionContext): Spread {
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const from = performance.now();
    pruneText({ text, question: QUESTION, path: context && PATH, context });
    times.push(performance.now() - from);
  }
  return spreadOf(times);
}

const TEN_MB = 1e7;

/** Returns how many bytes the process's peak memory rises per byte of a 10 MB text. Only valid in a new process. */
function peakRise(): number {
  const text = sourceText(TEN_MB / 37).slice(0, TEN_MB);
  pruneText({ text: text.slice(0, 100_000), question: QUESTION });
  const before = peakKb();
  pruneText({ text, question: QUESTION });
  return ((peakKb() - before) * 1024) / text.length;
}

/** Runs `peakRise` in a new process. */
function measuredPeak(): number {
  const child = spawnSync(process.execPath, [fileURLToPath(import.meta.url)], { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(`the child that measures memory failed: ${child.stderr}`);
  return Number(child.stdout);
}

/** Measures the embedded engine in this process. */
export function* benchEngine(): Generator<Figure> {
  const small = sourceText(2000);
  timed(small, 60);
  const alone = timed(small, 60);
  yield { name: 'pruner, 2,000 lines', measured: alone.median, unit: 'ms', goal: 10, note: shown(alone) };
  const session = knownSession();
  timed(small, 60, session);
  const with20 = timed(small, 60, session);
  yield {
    name: 'pruner, 2,000 lines, with a session',
    measured: with20.median,
    unit: 'ms',
    goal: 8,
    note: shown(with20),
  };
  const perLine = small.length / 2000;
  const one = sourceText(Math.round(1e6 / perLine));
  timed(one, 3);
  const oneMb = timed(one, 5);
  const tenMb = timed(sourceText(Math.round(1e7 / perLine)), 3);
  yield {
    name: 'pruner, 10 MB, of the time for 1 MB',
    measured: tenMb.median / oneMb.median,
    unit: 'times',
    goal: 12,
    note: `${shown(tenMb)}, 1 MB ${shown(oneMb)}`,
  };
  yield { name: "pruner, memory at 10 MB, of the text's size", measured: measuredPeak(), unit: 'times', goal: 12 };
}

/** Entry point of the child process that `measuredPeak` starts. */
if (import.meta.main) console.log(peakRise());
