import { type AnsweredBy, keepWhole } from './keep-whole.ts';
import type { Lines } from './lines.ts';
import { type Outline, Role } from './outline.ts';
import type { PruneDetails, Pruned, PruneRequest, TextKind } from './pruner.ts';
import { MARKER_TOKENS, saves } from './saves.ts';
import type { LineScores } from './scorer.ts';
import { byBudget, byThreshold, type Selection } from './select.ts';
import { showLines } from './show-lines.ts';
import type { Steps } from './steps.ts';
import { lineTokens } from './tokens.ts';

/** A line is kept when its score reaches this, where neither a threshold nor a limit is asked for. */
export const DEFAULT_THRESHOLD = 0.5;

/** Shares are estimated: 19 answers of 20 came within 1.03 of the share asked for when counted in o200k. */
const SHARE_MARGIN = 0.95;

/** A text whose lines are scored. */
export interface Scored {
  readonly request: PruneRequest;
  readonly by: AnsweredBy;
  readonly lines: Lines;
  readonly shape: Outline;
  readonly found: LineScores;
  /** Lines that are kept whatever their score: a byte a line. */
  readonly evidence: Uint8Array;
}

/** Keeps the lines that reach the threshold, or the best that fit the limits asked for; the whole text where that saves nothing. */
export function* selectLines(scored: Scored): Steps<Pruned & { details: PruneDetails }> {
  const { request, by, lines, shape, found, evidence } = scored;
  const { scores, reasons, documentScore } = found;
  const tokens = yield* lineTokens(lines);
  let total = 0;
  for (const t of tokens) total += t;
  const style = request.markers ?? 'plain';
  const from: Selection = {
    lines,
    scores,
    tokens,
    markerTokens: MARKER_TOKENS[style],
    evidence,
    headers: headersOf(shape, by.kind),
  };
  const share = request.targetRatio ?? 1;
  const limit = Math.min(share < 1 ? total * share * SHARE_MARGIN : total, request.maxTokens ?? total);
  const limited = request.targetRatio !== undefined || request.maxTokens !== undefined;
  if (limited ? total <= limit : documentScore === 0) return keepWhole(lines, by, documentScore);

  yield lines.count;
  const keep = limited
    ? yield* byBudget(from, limit, request.threshold ?? 0)
    : byThreshold(from, request.threshold ?? DEFAULT_THRESHOLD);
  if (!(yield* saves({ ...from, overheadTokens: request.overheadTokens }, keep)))
    return keepWhole(lines, by, documentScore);
  yield lines.count;
  return showLines({ request, by, lines, keep, scores, reasons, score: documentScore });
}

function headersOf({ parents, roles }: Outline, kind: TextKind): Int32Array {
  if (kind !== 'source' && kind !== 'json' && kind !== 'data') return new Int32Array(parents.length).fill(-1);
  return parents.map((p, i) => (roles[i] === Role.blank ? -1 : p));
}
