import type { Lines } from '../../text/lines.ts';
import type { TextKind } from '../pruner.ts';

/** Max similar lines that are shown, including the last. Groups smaller than `MIN` are not folded. */
const SHOWN = 5;
const MIN = 20;
/** Max score difference between lines that count as similar. */
const SAME_SCORE = 0.01;

interface Alike {
  /** Lines seen so far. */
  count: number;
  /** Score of the last line that did not stand out. Scores drift slowly with position alone. */
  score: number;
  last: number;
}

export interface Repeats {
  readonly lines: Lines;
  readonly kind: TextKind;
  /** Score of each line, 0..1. */
  readonly scores: Float32Array;
  /** Lines kept however often they repeat; one byte a line. */
  readonly evidence: Uint8Array;
}

/**
 * Drops repeats from the kept lines, because a thousand equally good lines answer no more than a few. Returns true if
 * it dropped any. In logs, lines are alike anywhere if they differ only in numbers. Elsewhere they must be identical
 * and consecutive, since every function ends with the same bracket. The gap's marker counts them.
 */
export function foldRepeats({ lines, kind, scores, evidence }: Repeats, keep: Uint8Array): boolean {
  if (kind !== 'log' && !mayRepeat(lines, keep)) return false;
  const groups = new Map<number, Alike>();
  /** Group key of each line; 0 for a line that is blank or already omitted. */
  const of = new Float64Array(lines.count);
  for (let i = 0, before = 0, run = 0; i < lines.count; i++) {
    if (keep[i] === 0) continue;
    const hash = keyOf(lines, i, kind === 'log');
    if (kind !== 'log' && hash !== before) run++;
    before = hash;
    const key = hash === 0 ? 0 : hash + run * 2 ** 32;
    of[i] = key;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { count: 1, score: scores[i] as number, last: i });
    else {
      group.count++;
      group.last = i;
    }
  }
  const seen = new Map<number, number>();
  let folds = false;
  for (let i = 0; i < lines.count; i++) {
    if (of[i] === 0) continue;
    const key = of[i] as number;
    const group = groups.get(key) as Alike;
    const nth = (seen.get(key) ?? 0) + 1;
    seen.set(key, nth);
    const score = scores[i] as number;
    const tells = score > group.score + SAME_SCORE;
    if (!tells) group.score = score;
    if (group.count < MIN || nth < SHOWN || i === group.last || tells || evidence[i] === 1) continue;
    keep[i] = 0;
    folds = true;
  }
  return folds;
}

/**
 * Quick check: false unless at least `MIN` consecutive kept lines have the same length. Most texts have none and
 * need no second pass.
 */
function mayRepeat({ starts, ends, count }: Lines, keep: Uint8Array): boolean {
  let length = 0;
  let run = 0;
  for (let i = 0; i < count; i++) {
    if (keep[i] === 0) continue;
    const own = (ends[i] as number) - (starts[i] as number);
    run = own === length ? run + 1 : 1;
    length = own;
    if (run >= MIN && length > 0) return true;
  }
  return false;
}

/** Returns a hash of a line; 0 only for a blank one. Blank lines separate others. */
function keyOf({ text, starts, ends }: Lines, line: number, numbersAside: boolean): number {
  let hash = 0;
  let inNumber = false;
  let isBlank = true;
  const end = ends[line] as number;
  for (let i = starts[line] as number; i < end; i++) {
    const c = text.charCodeAt(i);
    const digit = numbersAside && c >= 48 && c <= 57;
    if (digit && inNumber) continue;
    inNumber = digit;
    if (c > 32) isBlank = false;
    hash = (Math.imul(hash, 31) + (digit ? 48 : c)) | 0;
  }
  return isBlank ? 0 : hash === 0 ? 1 : hash;
}
