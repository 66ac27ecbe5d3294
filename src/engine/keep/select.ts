import type { CooperativeTask } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import type { Runs } from '../structure/blocks.ts';
import { bestRuns } from './best-runs.ts';
import { cutLarge } from './cut-large.ts';
import { fillShortGaps } from './fill-short-gaps.ts';

/** Why a line is kept, as one byte a line; 0 means omitted. */
export const Kept = { no: 0, chosen: 1, header: 2, gap: 3 } as const;

export interface Selection {
  readonly lines: Lines;
  /** Score per line, 0..1. */
  readonly scores: Float32Array;
  /** Estimated tokens per line. */
  readonly tokens: Int32Array;
  /** Estimated tokens of one marker line. */
  readonly markerTokens: number;
  /** Lines kept regardless of budget; one byte a line. */
  readonly evidence: Uint8Array;
  /** The line that encloses each line, or -1. */
  readonly headers: Int32Array;
  /** The line that is shown with each line, because it names the line's record; or -1. */
  readonly names?: Int32Array | undefined;
  /** Units kept or omitted as a whole. Default: single lines. */
  readonly records?: Runs | undefined;
  /** Lines that are not kept with their record; one byte a line. */
  readonly aside?: Uint8Array | undefined;
  /** Gain of keeping each line. By default, the best records are kept. */
  readonly gains?: Float32Array | undefined;
}

/** Keeps every line that reaches `threshold`, plus the evidence and the headers of kept lines. */
export function byThreshold(from: Selection, threshold: number): Uint8Array {
  const keep = from.evidence.slice();
  for (let i = 0; i < keep.length; i++)
    if ((from.scores[i] as number) >= threshold) keepUnit(from, keep, unitOf(from, i));
  return completed(from, keep);
}

/**
 * Keeps the best lines that reach `threshold` and fit `budget` tokens, including markers and headers. Evidence is
 * kept even if it alone exceeds the budget.
 */
export function* byBudget(whole: Selection, budget: number, threshold: number): CooperativeTask<Uint8Array> {
  const lines = whole.scores.length;
  const from = { ...whole, records: whole.records && cutLarge(whole.records, whole.tokens, budget * LARGE) };
  yield lines * 2;
  const order = ranked(unitScores(from), threshold);
  const { gains } = from;
  // A run of lines may contain lines below a threshold.
  const isByRuns = gains !== undefined && threshold === 0;
  const best = yield* isByRuns ? bestWithin(from, gains, budget) : bestUnits(from, order, budget);
  yield lines / 2;
  const filled = fillUp(from, best, order, budget);
  const wider = completed(from, filled.slice());
  return cost(from, wider) <= budget ? wider : filled;
}

/** Adds the best records that fit below `budget` tokens. */
export function filledUp(from: Selection, keep: Uint8Array, budget: number): Uint8Array {
  return fillUp(from, keep.slice(), ranked(unitScores(from), 0.001), budget);
}

/** Keeps as many of the best records as fit. */
function* bestUnits(from: Selection, order: Int32Array, budget: number): CooperativeTask<Uint8Array> {
  const keepBest = (m: number): Uint8Array => {
    const keep = from.evidence.slice();
    for (let k = 0; k < m; k++) keepUnit(from, keep, order[k] as number);
    return completed(from, keep);
  };
  let low = 0;
  let high = order.length;
  let best = keepBest(0);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    yield from.scores.length / 2;
    const keep = keepBest(middle);
    if (cost(from, keep) <= budget) {
      low = middle;
      best = keep;
    } else high = middle - 1;
  }
  return best;
}

/** Keeps the most valuable runs of lines, at the lowest token price at which they fit. */
function* bestWithin(from: Selection, lineGains: Float32Array, budget: number): CooperativeTask<Uint8Array> {
  const gains = evenGains(from, lineGains);
  const keepAt = (price: number): Uint8Array => runsAt(from, gains, price);
  let low: number = PRICES.low;
  let high: number = PRICES.high;
  let best = keepAt(high);
  for (let step = 0; step < PRICES.steps; step++) {
    const middle = Math.sqrt(low * high);
    yield from.scores.length;
    const keep = keepAt(middle);
    if (cost(from, keep) <= budget) {
      high = middle;
      best = keep;
    } else low = middle;
  }
  return best;
}

/** Keeps the runs of lines that are worth a price per token. */
export function runsAt(from: Selection, gains: Float32Array, price: number): Uint8Array {
  const keep = from.evidence.slice();
  const runs = bestRuns({ ...from, gains }, price);
  for (let line = 0; line < keep.length; line++) {
    if (runs[line] === 1) keepUnit(from, keep, unitOf(from, line));
  }
  return completed(from, keep);
}

/** Spreads gains over each record's lines by their tokens, so that a record is worth its price as a whole. */
export function evenGains({ records, tokens }: Selection, gains: Float32Array): Float32Array {
  if (records === undefined) return gains;
  const even = gains.slice();
  for (let r = 0; r < records.count; r++) {
    const from = records.starts[r] as number;
    const to = records.starts[r + 1] as number;
    if (to - from === 1) continue;
    let gain = 0;
    let cost = 0;
    for (let i = from; i < to; i++) {
      gain += gains[i] as number;
      cost += tokens[i] as number;
    }
    for (let i = from; i < to; i++) even[i] = (gain * (tokens[i] as number)) / (cost || 1);
  }
  return even;
}

/** Bounds for the search of the right token price, in gains, and the number of bisections. */
const PRICES = { low: 1e-8, high: 1, steps: 11 } as const;

/** Share of a budget above which a record is not kept whole. */
const LARGE = 0.5;
/** Max records tried for the remaining room. Anything smaller hardly matters. */
const MAX_TRIES = 4000;
/** Tokens of room that no line and its marker fit into. */
const MIN_ROOM = 3;

/** Fills the remaining room with later records if the next best one is too long. */
function fillUp(from: Selection, keep: Uint8Array, next: Int32Array, budget: number): Uint8Array {
  let left = budget - cost(from, keep);
  let tries = 0;
  for (let k = 0; k < next.length && tries < MAX_TRIES && left >= MIN_ROOM; k++) {
    const unit = next[k] as number;
    if (keep[firstOf(from, unit)] === Kept.chosen) continue;
    left -= take(from, keep, unit, left);
    tries++;
  }
  return keep;
}

/**
 * Keeps a record and its headers if they fit into the room. Returns their cost; 0 if they do not fit or are kept
 * already.
 */
function take(from: Selection, keep: Uint8Array, unit: number, room: number): number {
  const added: number[] = [];
  let spent = 0;
  for (let line = firstOf(from, unit); line < firstOf(from, unit + 1) && spent <= room + TOLERANCE; line++) {
    if (from.aside?.[line] === 1) continue;
    spent += keepWithin(from, keep, line, added);
  }
  if (spent <= room) return spent;
  for (const at of added) keep[at] = Kept.no;
  return 0;
}

/** Keeps a line with the lines that enclose and name it, and adds them to `added`. Returns their cost. */
function keepWithin(from: Selection, keep: Uint8Array, line: number, added: number[]): number {
  let spent = 0;
  const first = added.length;
  const enter = (line: number): void => {
    for (let at = line; at >= 0 && keep[at] === 0; at = from.headers[at] as number) {
      spent += priceOf(from, keep, at);
      keep[at] = Kept.header;
      added.push(at);
    }
  };
  if (keep[line] === Kept.no) {
    enter(line);
    keep[line] = Kept.chosen;
  }
  for (let k = first; k < added.length; k++) enter(from.names?.[added[k] as number] ?? -1);
  return spent;
}

/** Tokens that a record may exceed the room by for a while, because its last lines may close a gap. */
const TOLERANCE = 32;

function unitOf({ records }: Selection, line: number): number {
  return records === undefined ? line : (records.of[line] as number);
}

function firstOf({ records }: Selection, unit: number): number {
  return records === undefined ? unit : (records.starts[unit] as number);
}

function keepUnit({ records, aside }: Selection, keep: Uint8Array, unit: number): void {
  if (records === undefined) {
    keep[unit] = Kept.chosen;
    return;
  }
  const to = records.starts[unit + 1] as number;
  for (let i = records.starts[unit] as number; i < to; i++) if (aside?.[i] !== 1) keep[i] = Kept.chosen;
}

/** Returns the best score of each record. */
function unitScores({ scores, records }: Selection): Float32Array {
  if (records === undefined) return scores;
  const best = new Float32Array(records.count);
  for (let i = 0; i < scores.length; i++) {
    const unit = records.of[i] as number;
    best[unit] = Math.max(best[unit] as number, scores[i] as number);
  }
  return best;
}

/** Returns the cost of showing one more line: its tokens and the change in markers. */
function priceOf({ tokens, markerTokens }: Selection, keep: Uint8Array, line: number): number {
  const above = line > 0 && keep[line - 1] === 0 ? 1 : 0;
  const below = line < keep.length - 1 && keep[line + 1] === 0 ? 1 : 0;
  return (tokens[line] as number) + (above + below - 1) * markerTokens;
}

/** Adds the best lines that are not blank until that many are shown. */
export function atLeast(
  min: number,
  keep: Uint8Array,
  { lines, scores }: Pick<Selection, 'lines' | 'scores'>,
): Uint8Array {
  const isSolid = (line: number): boolean => /\S/.test(lines.text.slice(lines.starts[line], lines.ends[line]));
  let shown = 0;
  for (let line = 0; line < keep.length && shown < min; line++) if (keep[line] !== Kept.no && isSolid(line)) shown++;
  if (shown >= min) return keep;
  for (const line of ranked(scores, 0)) {
    if (shown >= min) break;
    if (keep[line] !== Kept.no || !isSolid(line)) continue;
    keep[line] = Kept.chosen;
    shown++;
  }
  return keep;
}

/** Adds the best line to an empty selection, because an answer without a line is useless. */
export function atLeastOne(keep: Uint8Array, scores: Float32Array): Uint8Array {
  if (keep.some((kept) => kept !== 0)) return keep;
  let best = 0;
  for (let i = 1; i < scores.length; i++) if ((scores[i] as number) > (scores[best] as number)) best = i;
  keep[best] = Kept.chosen;
  return keep;
}

/** Estimates the tokens of what `keep` shows: its lines and a marker for every gap. */
export function cost(from: Pick<Selection, 'tokens' | 'markerTokens'>, keep: Uint8Array): number {
  let sum = 0;
  for (let i = 0; i < keep.length; i++) {
    if (keep[i] !== 0) sum += from.tokens[i] as number;
    else if (keep[i - 1] !== 0) sum += from.markerTokens;
  }
  return sum;
}

/** Adds the lines that enclose or name kept lines, and gaps that are cheaper to show than to mark. */
export function completed(from: Selection, keep: Uint8Array): Uint8Array {
  const { headers, names } = from;
  for (let i = keep.length - 1; i >= 0; i--) {
    const header = headers[i] as number;
    if (keep[i] !== 0 && header >= 0 && keep[header] === 0) keep[header] = Kept.header;
  }
  if (names) for (let i = keep.length - 1; i >= 0; i--) if (keep[i] !== 0) keepChain(names[i] as number);
  fillShortGaps(from.lines, keep, Kept.gap, from.markerTokens);
  return keep;

  function keepChain(line: number): void {
    for (let at = line; at >= 0 && keep[at] === 0; at = headers[at] as number) keep[at] = Kept.header;
  }
}

/**
 * Sorts records by score, best first, ties in text order. Sorted as numbers: score in the high bits, line in the low
 * ones.
 */
function ranked(scores: Float32Array, threshold: number): Int32Array {
  const keys = new Float64Array(scores.length);
  let n = 0;
  for (let i = 0; i < scores.length; i++) {
    if ((scores[i] as number) < threshold) continue;
    keys[n++] = (1 << 20) * 2 ** 26 - Math.round((scores[i] as number) * (1 << 20)) * 2 ** 26 + i;
  }
  const sorted = keys.subarray(0, n).sort();
  const order = new Int32Array(n);
  for (let k = 0; k < n; k++) order[k] = (sorted[k] as number) % 2 ** 26;
  return order;
}
