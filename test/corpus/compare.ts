import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Call } from './call.ts';
import { type Comparison, compareCalls } from './compare-calls.ts';

const USAGE = 'usage: node test/corpus/compare.ts [--show N] [--width CHARACTERS] A B';
/** Max lines to show for each difference. */
const MAX_LINES = 30;

/** Compares two recordings, door by door. Exit code 1 if anything differs. */
function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { show: { type: 'string', default: '5' }, width: { type: 'string', default: '300' } },
  });
  const [a, b] = positionals;
  if (a === undefined || b === undefined) {
    process.stderr.write(`${USAGE}\n`);
    return 2;
  }
  const files = new Set([a, b].flatMap((folder) => readdirSync(folder).filter((name) => name.endsWith('.jsonl'))));
  let same = files.size > 0;
  for (const file of [...files].toSorted()) {
    const comparison = compareCalls(callsIn(path.join(a, file)), callsIn(path.join(b, file)));
    const { different, onlyFirst, onlySecond } = comparison;
    if (different.length + onlyFirst.length + onlySecond.length > 0) same = false;
    process.stdout.write(
      describe(path.basename(file, '.jsonl'), comparison, Number(values.show), Number(values.width)),
    );
  }
  process.stdout.write(same ? 'no difference\n' : 'the recordings differ\n');
  return same ? 0 : 1;
}

function callsIn(file: string): readonly Call[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Call);
}

function describe(door: string, comparison: Comparison, show: number, width: number): string {
  const { calls, equal, different, onlyFirst, onlySecond } = comparison;
  const lines = [`${door}: ${calls} calls, ${equal} equal, ${different.length} different`];
  for (const { name, lines: changed } of different.slice(0, show)) {
    lines.push(`  ${name}`, ...changed.slice(0, MAX_LINES).map((line) => `    ${line.slice(0, width)}`));
    if (changed.length > MAX_LINES) lines.push(`    (${changed.length - MAX_LINES} lines more)`);
  }
  if (different.length > show) lines.push(`  (${different.length - show} more; --show N)`);
  for (const [names, where] of [
    [onlyFirst, 'first'],
    [onlySecond, 'second'],
  ] as const) {
    for (const name of names.slice(0, show)) lines.push(`  only in the ${where}: ${name}`);
    if (names.length > show) lines.push(`  (${names.length - show} more only in the ${where})`);
  }
  return `${lines.join('\n')}\n`;
}

process.exitCode = main();
