import { diffHeaders } from './diff-headers.ts';
import { foldRepeats } from './fold-repeats.ts';
import { type AnsweredBy, keepWhole } from './keep-whole.ts';
import type { Lines } from './lines.ts';
import { type Outline, Role } from './outline.ts';
import type { PruneDetails, Pruned, PruneRequest, TextKind } from './pruner.ts';
import { MARKER_TOKENS, saves, USUAL_MARKER_TOKENS } from './saves.ts';
import { DEFAULT_THRESHOLD, type LineScores } from './scorer.ts';
import { atLeastOne, byBudget, byThreshold, Kept, type Selection } from './select.ts';
import { showLines } from './show-lines.ts';
import type { Steps } from './steps.ts';
import { lineTokens } from './tokens.ts';

/** Shares are estimated: counted in o200k, answers use 0.98 of the share asked for on average, and 19 of 20 within 1.08. */
const SHARE_MARGIN = 0.995;

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
    // A number of tokens is a bound, a share is to be used.
    markerTokens: (request.maxTokens === undefined ? USUAL_MARKER_TOKENS : MARKER_TOKENS)[style],
    evidence,
    headers: headersOf(lines, shape, by.kind),
  };
  const share = request.targetRatio ?? 1;
  const limit = Math.min(share < 1 ? total * share * SHARE_MARGIN : total, request.maxTokens ?? total);
  const limited = request.targetRatio !== undefined || request.maxTokens !== undefined;
  if (limited && total <= limit) return keepWhole(lines, by, documentScore);

  yield lines.count;
  const chosen = limited
    ? yield* byBudget(from, limit, request.threshold ?? 0)
    : // A text that has nothing to do with the question is left to who asked, but for what it says again and again.
      documentScore === 0
      ? new Uint8Array(lines.count).fill(Kept.chosen)
      : byThreshold(from, request.threshold ?? found.threshold ?? DEFAULT_THRESHOLD);
  const keep = atLeastOne(chosen, scores);
  if (!limited) foldRepeats({ lines, kind: by.kind, scores, evidence }, keep);
  if (!(yield* saves({ ...from, markerTokens: MARKER_TOKENS[style], overheadTokens: request.overheadTokens }, keep)))
    return keepWhole(lines, by, documentScore);
  yield lines.count;
  return showLines({ request, by, lines, keep, scores, reasons, score: documentScore, recall: found.recall });
}

function headersOf(lines: Lines, { parents, roles }: Outline, kind: TextKind): Int32Array {
  if (kind === 'diff') return diffHeaders(lines);
  if (kind !== 'source' && kind !== 'json' && kind !== 'data') return new Int32Array(parents.length).fill(-1);
  return parents.map((p, i) => (roles[i] === Role.blank ? -1 : p));
}
