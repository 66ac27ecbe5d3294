import type { FindGiven, GivenLine, GivenText } from '../../session-memory/given-text.ts';
import { hashesOf } from '../../session-memory/line-hash.ts';
import { type CooperativeTask, parts } from '../../text/cooperative-task.ts';
import type { KnownRun } from '../../text/gap-marker.ts';
import { LIKE_NOTICE } from '../../text/hook-notice.ts';
import type { Lines } from '../../text/lines.ts';
import { isSameLine } from '../../text/same-line.ts';

/** Min lines of a run. Shorter runs occur elsewhere by chance, and looking them up costs attention. */
export const MIN_LINES = 12;
/** Cost of hashing lines, as a share of the cost of counting tokens. */
const SHARE = 0.1;

/** Finds runs of at least twelve identical lines in the same order as in an earlier text. Returns them in text order. */
export function* knownRuns(lines: Lines, find: FindGiven): CooperativeTask<readonly KnownRun[]> {
  const { count } = lines;
  const found: (GivenLine | undefined)[] = new Array(count).fill(undefined);
  /** 1 for a line that is distinctive and either new or changed. */
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
  /** The text that each run refers to. */
  const texts: GivenText[] = [];
  yield count;
  for (let i = 0, done = 0, before = 0; i < count; i++) {
    const given = found[i];
    if (given === undefined) continue;
    const isKnown = (line: number): boolean => line >= done && line < count && isNew[line] === 0;
    // For a block that occurs more than once, `find` returns its last occurrence. So also try the place where the
    // previous run would continue.
    const run = longer(
      sameAround(lines, i, given.text, given.line, isKnown),
      sameAround(lines, i, given.text, i + before, isKnown),
    );
    if (run.to - run.from < MIN_LINES) continue;
    runs.push({ from: run.from, to: run.to, name: given.text.name, number: run.number });
    texts.push(given.text);
    before = run.shift;
    done = run.to;
    i = done - 1;
  }
  return withSizes(runs, texts);
}

/**
 * Adds the number of lines of each text to the last run that refers to it, if the runs are not all of it. The numbers of
 * a file say themselves which part of it these lines are.
 */
function withSizes(runs: readonly KnownRun[], texts: readonly GivenText[]): readonly KnownRun[] {
  const shown = new Map<GivenText, { lines: number; last: number }>();
  for (const [at, text] of texts.entries()) {
    const { from, to } = runs[at] as KnownRun;
    shown.set(text, { lines: (shown.get(text)?.lines ?? 0) + to - from, last: at });
  }
  const sized = [...runs];
  for (const [{ name, lines: there, numbers }, { lines, last }] of shown) {
    // Of a file the numbers say it, and with markers in it a text is more than the lines that it shows.
    const isFile = name.startsWith('the read of ') || numbers[0] !== 1;
    const isWhole = numbers[there.count - 1] === there.count && !LIKE_NOTICE.test(there.text);
    if (!isFile && isWhole && lines < there.count) sized[last] = { ...(runs[last] as KnownRun), of: there.count };
  }
  return sized;
}

interface SameLines {
  /** 0-based, `to` exclusive. */
  readonly from: number;
  readonly to: number;
  readonly shift: number;
  /** See `KnownRun`. */
  readonly number: number;
}

/**
 * Extends line `at` to the surrounding lines that match those around `place` in another text, with consecutive
 * numbers.
 */
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
