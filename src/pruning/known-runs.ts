import type { FindGiven, GivenLine } from '../memory/given-texts.ts';
import { hashLine } from '../memory/line-hash.ts';
import type { KnownRun } from './gap-marker.ts';
import type { Lines } from './lines.ts';
import { isSameLine } from './same-line.ts';
import { parts, type Steps } from './steps.ts';

/** Fewer lines are found elsewhere by chance. */
const MIN_LINES = 6;
/** Of what counting tokens takes. */
const SHARE = 0.1;

/** The runs of at least six lines that were given before, one behind the other, to the letter; in the order of the text. */
export function* knownRuns(lines: Lines, find: FindGiven): Steps<readonly KnownRun[]> {
  const { text, starts, ends, count } = lines;
  const found: (GivenLine | undefined)[] = new Array(count).fill(undefined);
  /** 1: long enough to be told from others, and not as it was given. */
  const isNew = new Uint8Array(count);
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to; i++) {
      const hash = hashLine(text, starts[i] as number, ends[i] as number);
      if (hash === 0) continue;
      found[i] = find(hash);
      if (found[i] === undefined) isNew[i] = 1;
    }
  });
  const runs: KnownRun[] = [];
  yield count;
  for (let i = 0, done = 0; i < count; i++) {
    const given = found[i];
    if (given === undefined) continue;
    const { lines: there, numbers } = given.text;
    const shift = given.line - i;
    const first = numbers[given.line] as number;
    if (first === 0) continue;
    const isSame = (line: number): boolean =>
      line < count &&
      isNew[line] === 0 &&
      numbers[line + shift] === first + line - i &&
      isSameLine(lines, line, there, line + shift);
    let from = i;
    let to = i;
    while (isSame(to)) to++;
    while (from > done && isSame(from - 1)) from--;
    if (to - from < MIN_LINES) continue;
    runs.push({ from, to, name: given.text.name, number: given.text.numbers[from + shift] as number });
    done = to;
    i = to - 1;
  }
  return runs;
}
