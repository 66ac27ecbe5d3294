/** Lines around a change. */
const AROUND = 3;
/** Pairs of lines that are compared; of more, all between the first change and the last is shown as changed. */
const MAX = 4_000_000;

type Step = readonly [mark: ' ' | '-' | '+', line: string];

/** Two texts as a unified diff; empty where they are the same. A file that is not there is undefined. */
export function unifiedDiff(path: string, before: string | undefined, after: string | undefined): readonly string[] {
  if (before === after) return [];
  const steps = stepsOf(linesOf(before), linesOf(after));
  const name = (text: string | undefined): string => (text === undefined ? '/dev/null' : path);
  return [`--- ${name(before)}`, `+++ ${name(after)}`, ...hunksOf(steps)];
}

function linesOf(text: string | undefined): readonly string[] {
  const lines = (text ?? '').split('\n');
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function stepsOf(before: readonly string[], after: readonly string[]): readonly Step[] {
  let head = 0;
  while (head < Math.min(before.length, after.length) && before[head] === after[head]) head++;
  let tail = 0;
  const max = Math.min(before.length, after.length) - head;
  while (tail < max && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  const same = (line: string): Step => [' ', line];
  const middle = changes(before.slice(head, before.length - tail), after.slice(head, after.length - tail));
  return [...before.slice(0, head).map(same), ...middle, ...before.slice(before.length - tail).map(same)];
}

/** By the longest common subsequence. */
function changes(before: readonly string[], after: readonly string[]): readonly Step[] {
  const removed = (line: string): Step => ['-', line];
  const added = (line: string): Step => ['+', line];
  if (before.length * after.length > MAX) return [...before.map(removed), ...after.map(added)];
  const width = after.length + 1;
  const longest = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number): number => longest[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      longest[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const steps: Step[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [old, next] = [before[i], after[j]];
    if (old !== undefined && old === next) {
      steps.push([' ', old]);
      i++;
      j++;
    } else if (old !== undefined && (next === undefined || at(i + 1, j) >= at(i, j + 1))) {
      steps.push(removed(old));
      i++;
    } else {
      steps.push(added(next ?? ''));
      j++;
    }
  }
  return steps;
}

function hunksOf(steps: readonly Step[]): readonly string[] {
  const shown = steps.map((_, at) =>
    steps.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(([mark]) => mark !== ' '),
  );
  const lines: string[] = [];
  let [old, next] = [1, 1];
  for (let at = 0; at < steps.length; at++) {
    if (shown[at] === true && shown[at - 1] !== true) {
      const end = shown.indexOf(false, at);
      const hunk = steps.slice(at, end === -1 ? undefined : end);
      const length = (mark: '-' | '+'): number => hunk.filter(([one]) => one === ' ' || one === mark).length;
      lines.push(`@@ -${range(old, length('-'))} +${range(next, length('+'))} @@`);
      lines.push(...hunk.map(([mark, line]) => mark + line));
    }
    const mark = steps[at]?.[0];
    if (mark !== '+') old++;
    if (mark !== '-') next++;
  }
  return lines;
}

/** Of an empty range, the line before it. */
const range = (start: number, length: number): string => `${length === 0 ? start - 1 : start},${length}`;
