import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { pruneText } from '../../src/engine/embedded.ts';
import { pruneSteps } from '../../src/engine/prune-steps.ts';
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

/**
 * Texts of 10 MB whose lines are compared with each other, each with a question that many of them match. They are not
 * made where they are not measured: 30 MB alive in the child let its peak memory grow by a third.
 */
const COMPARED = {
  'a JSON list': () => [
    JSON.stringify(
      Array.from({ length: 60_000 }, (_, i) => ({
        ...{ name: `rope-${i}`, state: i % 50 ? 'ok' : 'firing', labels: { severity: 'high', pier: `p${i % 7}` } },
        note: `the name of the rope and its state ${i}`,
      })),
      null,
      1,
    ),
    'Which ropes have the state firing and what is their name?',
  ],
  'a log': () => [
    Array.from(
      { length: 90_000 },
      (_, i) =>
        `2031-03-02T09:00:${10 + (i % 50)}Z ERROR login failed for user=u${i % 999} from host-${(i * 7919) % 9973}`,
    ).join('\n'),
    'Which logins failed?',
  ],
} satisfies Record<string, () => readonly [string, string]>;

/** Returns the longest step's share of the time that all steps take; the least of several runs, to leave pauses out. */
function longestStep(text: string, question: string, runs = 5): number {
  const shares = Array.from({ length: runs }, () => {
    const steps = pruneSteps({ text, question });
    const began = performance.now();
    let longest = 0;
    for (let from = began, isDone = false; !isDone; ) {
      isDone = steps.next().done === true;
      const now = performance.now();
      longest = Math.max(longest, now - from);
      from = now;
    }
    return longest / (performance.now() - began);
  });
  return Math.min(...shares);
}

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
  for (const [name, made] of Object.entries(COMPARED)) {
    const [text, question] = made();
    const measured = longestStep(text, question);
    const note = "of the whole time, in which nothing else runs; a worker's other requests wait for it";
    yield { name: `pruner, longest step at 10 MB of ${name}`, measured, unit: 'times', goal: 0.15, note };
  }
  yield { name: "pruner, memory at 10 MB, of the text's size", measured: measuredPeak(), unit: 'times', goal: 12 };
}

/** Entry point of the child process that `measuredPeak` starts. */
if (import.meta.main) console.log(peakRise());
