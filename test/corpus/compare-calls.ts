import type { Call } from './call.ts';

export interface Difference {
  readonly name: string;
  /** Lines that differ, with `-` for the first recording and `+` for the second. */
  readonly lines: readonly string[];
}

export interface Comparison {
  readonly calls: number;
  readonly equal: number;
  readonly different: readonly Difference[];
  readonly onlyFirst: readonly string[];
  readonly onlySecond: readonly string[];
}

/** Compares two recordings of one door by the names of their calls. */
export function compareCalls(first: readonly Call[], second: readonly Call[]): Comparison {
  const others = new Map(second.map((call) => [call.name, call]));
  const names = new Set(first.map(({ name }) => name));
  const different: Difference[] = [];
  const onlyFirst: string[] = [];
  for (const call of first) {
    const other = others.get(call.name);
    if (other === undefined) onlyFirst.push(call.name);
    else if (answerOf(call) !== answerOf(other)) different.push({ name: call.name, lines: changedLines(call, other) });
  }
  const onlySecond = second.filter(({ name }) => !names.has(name)).map(({ name }) => name);
  const equal = first.length - onlyFirst.length - different.length;
  return { calls: first.length, equal, different, onlyFirst, onlySecond };
}

function answerOf({ input, output }: Call): string {
  return JSON.stringify({ input, output });
}

/** Returns the lines from the first difference to the last, in a readable form. */
function changedLines(one: Call, other: Call): readonly string[] {
  const [before, after] = [readable(one), readable(other)];
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const gone = before.slice(start, before.length - end).map((line) => `- ${line}`);
  const come = after.slice(start, after.length - end).map((line) => `+ ${line}`);
  return [`@@ line ${start + 1}`, ...gone, ...come];
}

/** Formats JSON over several lines. Also expands line breaks and JSON inside its strings. */
function readable(call: Call): readonly string[] {
  return JSON.stringify(JSON.parse(answerOf(call)), null, 1)
    .replaceAll('\\n', '\n')
    .replaceAll('\\"', '"')
    .split('\n');
}
