import type { FindGiven, GivenLine, GivenText } from '../memory/given-texts.ts';
import { hashesOf } from '../memory/line-hash.ts';
import type { KnownRun } from './gap-marker.ts';
import type { Lines } from './lines.ts';
import { isSameLine } from './same-line.ts';
import { parts, type Steps } from './steps.ts';

/** Shorter runs occur elsewhere by chance, and looking them up costs attention. */
export const MIN_LINES = 6;
/** Cost of hashing lines, as a share of counting tokens. */
const SHARE = 0.1;

/** Finds runs of at least six lines that an earlier text has in the same order, to the letter. Returns them in text order. */
export function* knownRuns(lines: Lines, find: FindGiven): Steps<readonly KnownRun[]> {
  const { count } = lines;
  const found: (GivenLine | undefined)[] = new Array(count).fill(undefined);
  /** 1 for a line that is long enough to be distinctive, and is new or changed. */
  const isNew = new Uint8Array(count);
  yield* parts(lines, SHARE, (from, to) => {
    const hashes = hashesOf(lines);
    for (let i = from; i < to; i++) {
      const hash = hashes[i] as number;
      if (hash === 0) continue;
      found[i] = find(hash);
      if (found[i] === undefined) isNew[i] = 1;
    }
  });
  const runs: KnownRun[] = [];
  yield count;
  for (let i = 0, done = 0, before = 0; i < count; i++) {
    const given = found[i];
    if (given === undefined) continue;
    const isKnown = (line: number): boolean => line >= done && line < count && isNew[line] === 0;
    // A block that stands in a text more than once is found where it stood last, so the place that follows from the last
    // run is tried as well.
    const run = longer(
      sameAround(lines, i, given.text, given.line, isKnown),
      sameAround(lines, i, given.text, i + before, isKnown),
    );
    if (run.to - run.from < MIN_LINES) continue;
    runs.push({ from: run.from, to: run.to, name: given.text.name, number: run.number });
    before = run.shift;
    done = run.to;
    i = done - 1;
  }
  return runs;
}

interface SameLines {
  /** 0-based, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  readonly shift: number;
  /** See `KnownRun`. */
  readonly number: number;
}

/** The lines around line `at` that are those around line `place` of a text, with numbers that count up by one. */
function sameAround(
  lines: Lines,
  at: number,
  { lines: there, numbers }: GivenText,
  place: number,
  isKnown: (line: number) => boolean,
): SameLines {
  const shift = place - at;
  const first = numbers[place] ?? 0;
  const isSame = (line: number): boolean =>
    isKnown(line) && numbers[line + shift] === first + line - at && isSameLine(lines, line, there, line + shift);
  let from = at;
  let to = at;
  if (first !== 0) {
    while (isSame(to)) to++;
    while (isSame(from - 1)) from--;
  }
  return { from, to, shift, number: first + from - at };
}

function longer(one: SameLines, other: SameLines): SameLines {
  return other.to - other.from >= one.to - one.from ? other : one;
}
