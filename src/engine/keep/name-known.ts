import { type KnownRun, knownMarker } from '../../text/gap-marker.ts';
import type { Lines } from '../../text/lines.ts';
import { MIN_LINES } from './known-runs.ts';
import { estimateTokens } from './tokens.ts';

/** Min cost of an omitted run, as a multiple of its marker's cost. Cheaper runs are shown. */
const MIN_WORTH = 2;

export interface NameLookup {
  readonly lines: Lines;
  /** Estimated tokens per line. */
  readonly tokens: Int32Array;
  /** Estimated tokens of the marker of one more gap. */
  readonly markerTokens: number;
  /** 1 for a line that is always shown, one byte a line. */
  readonly shown: Uint8Array;
  readonly firstLine: number;
}

/** Lines omitted because they were given before. */
export interface Named {
  readonly runs: readonly KnownRun[];
  /** Estimated tokens that these runs add: their markers, and one more gap marker for each run. */
  readonly tokens: number;
}

/** From this share of known lines on, a text is mostly known. The agent requested it for its new lines. */
const MOSTLY = 0.5;

/** True if at least half of a text's lines were given before. */
export function isMostlyKnown(known: readonly KnownRun[], lines: number): boolean {
  return known.reduce((sum, { from, to }) => sum + to - from, 0) >= MOSTLY * lines;
}

/** Removes known lines from `keep` if that saves enough. */
export function nameKnown(from: NameLookup, known: readonly KnownRun[], keep: Uint8Array): Named {
  const runs: KnownRun[] = [];
  let tokens = 0;
  for (const run of known.flatMap((each) => piecesOf(each, from.shown))) {
    const marker = knownMarker(run, from.firstLine);
    const price = estimateTokens(marker, 0, marker.length);
    let worth = 0;
    for (let line = run.from; line < run.to; line++) worth += from.tokens[line] as number;
    if (worth < MIN_WORTH * price) continue;
    keep.fill(0, run.from, run.to);
    runs.push(run);
    // The run splits a gap in two, which needs one more marker.
    tokens += price + from.markerTokens;
  }
  return { runs, tokens };
}

/** Splits a run at lines that are shown. */
function piecesOf(run: KnownRun, shown: Uint8Array): readonly KnownRun[] {
  const { from, to, number } = run;
  const chunks: KnownRun[] = [];
  for (let at = from; at < to; at++) {
    const begin = at;
    while (at < to && shown[at] === 0) at++;
    if (at - begin >= MIN_LINES) chunks.push({ ...run, from: begin, to: at, number: number + begin - from });
  }
  return chunks;
}
