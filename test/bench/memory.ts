import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createSessionMemory, type SessionMemory } from '../../src/session-memory/session-memory.ts';
import { generator, sourceText } from '../core/engine/texts.ts';
import type { Figure } from './figure.ts';
import { type Spread, shown, spreadOf } from './side-by-side.ts';

const RESULT_CHARS = 100_000;
const TIMED = 300;
const HELD = { results: 5000, every: 200 } as const;

function texts(): () => string {
  const text = sourceText(3, 40_000);
  const next = generator(7);
  return () => text.slice(next(text.length - RESULT_CHARS)).slice(0, RESULT_CHARS);
}

function give({ push }: SessionMemory, call: number, text: string): void {
  push({ kind: 'called', call: String(call), tool: 'Read', args: { file_path: `src/file-${call}.ts` } });
  push({ kind: 'gave', call: String(call), text, isFailed: false });
}

/** Returns the milliseconds to add a result of 100 KB to the session memory. */
function updateTime(): Spread {
  const all = Array.from({ length: TIMED }, texts());
  const memory = createSessionMemory();
  const times = all.map((text, call) => {
    memory.push({ kind: 'called', call: String(call), tool: 'Read', args: { file_path: `src/file-${call}.ts` } });
    const from = performance.now();
    memory.push({ kind: 'gave', call: String(call), text, isFailed: false });
    return performance.now() - from;
  });
  return spreadOf(times);
}

/**
 * Returns the most memory that a session holds, in MiB. Requires `--expose-gc`. No two results share a line. Each names
 * a file and follows a command of 100 KB that also names it.
 */
function heldAtMost(results: number): number {
  const collect = (globalThis as { gc?: () => void }).gc;
  if (collect === undefined) throw new Error('measure what a session holds: node must run with --expose-gc');
  const used = (): number => {
    collect();
    collect();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const result = texts();
  const memory = createSessionMemory({ isWhole: true });
  const before = used();
  let max = 0;
  for (let i = 1; i <= results; i++) {
    const command = `cat > a-file-that-is-written-${i}.ts <<'END'\n${result()} ${i}\nEND`;
    memory.push({ kind: 'called', call: `w${i}`, tool: 'Bash', args: { command } });
    give(memory, i, `first-of-many-named-files-${i}.ts:12\n${result()}`.replaceAll('\n', ` // ${i}\n`));
    if (i % HELD.every === 0) max = Math.max(max, used() - before);
  }
  memory.context();
  return max / 2 ** 20;
}

/** Measures the time and memory of remembering results. Memory is measured in a separate process. */
export function* benchMemory(): Generator<Figure> {
  updateTime();
  const update = updateTime();
  yield {
    name: 'session, taking a result of 100 KB',
    measured: update.median,
    unit: 'ms',
    goal: 1,
    note: shown(update, 'ms', 2),
  };
  const args = ['--expose-gc', fileURLToPath(import.meta.url), String(HELD.results)];
  const child = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(`the child that measures memory failed: ${child.stderr}`);
  yield {
    name: 'session, held after 5,000 such results',
    measured: Number(child.stdout) * 1024,
    unit: 'kB',
    goal: 8192,
    note: `at its highest, looked at after every ${HELD.every}`,
  };
}

/** Entry point of the child process that measures memory. */
if (import.meta.main) console.log(heldAtMost(Number(process.argv[2])));
