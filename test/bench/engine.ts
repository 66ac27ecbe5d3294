import { readdirSync, readFileSync } from 'node:fs';
import { pruneText } from '../../src/pruning/embedded.ts';

const QUESTION = 'Where is the timeout of a request applied, and which error does it raise?';

/** Source text of `lines` lines: this repository's own files, over and over. */
function sourceText(lines: number): string {
  const folder = new URL('../../src/pruning/', import.meta.url);
  const own = readdirSync(folder)
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('');
  const all: string[] = [];
  while (all.length < lines) all.push(...own.split('\n'));
  return `${all.slice(0, lines).join('\n')}\n`;
}

function median(times: number[]): number {
  return times.sort((a, b) => a - b)[times.length >> 1] as number;
}

function timed(text: string, runs: number): number {
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const from = performance.now();
    pruneText({ text, question: QUESTION });
    times.push(performance.now() - from);
  }
  return median(times);
}

/** Bytes in use at their peak while one text is pruned, beyond what was in use before. Needs `--expose-gc` to be exact. */
function peakOf(text: string): number {
  (globalThis as { gc?: () => void }).gc?.();
  const before = process.memoryUsage();
  const answer = pruneText({ text, question: QUESTION });
  const after = process.memoryUsage();
  if (answer.details.lineCount === 0) throw new Error('nothing was measured');
  return after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers;
}

export interface EngineFigures {
  /** Milliseconds at the median for 2,000 lines. */
  readonly twoThousandLines: number;
  /** Time for 10 MB divided by time for 1 MB. */
  readonly tenfold: number;
  /** Bytes allocated (garbage included) per byte of a 10 MB text. */
  readonly memory: number;
}

/** Measures the embedded engine in this process and prints the figures. */
export function benchEngine(): EngineFigures {
  const small = sourceText(2000);
  timed(small, 60);
  const twoThousandLines = timed(small, 60);
  const perLine = small.length / 2000;
  const one = sourceText(Math.round(1e6 / perLine));
  const ten = sourceText(Math.round(1e7 / perLine));
  timed(one, 3);
  const oneTime = timed(one, 5);
  const tenTime = timed(ten, 3);
  const memory = peakOf(ten) / ten.length;
  console.log(`2,000 lines (${(small.length / 1024).toFixed(0)} KB): ${twoThousandLines.toFixed(2)} ms`);
  console.log(
    `1 MB: ${oneTime.toFixed(1)} ms, 10 MB: ${tenTime.toFixed(1)} ms, ${(tenTime / oneTime).toFixed(1)} times`,
  );
  console.log(`10 MB: ${memory.toFixed(1)} bytes allocated per byte of text`);
  return { twoThousandLines, tenfold: tenTime / oneTime, memory };
}

if (import.meta.main) benchEngine();
