import { policyOf } from '../engine/detect/policy-of.ts';
import { fillShortGaps } from '../engine/keep/fill-short-gaps.ts';
import { type AnsweredBy, keepWhole } from '../engine/keep/keep-whole.ts';
import { saves } from '../engine/keep/saves.ts';
import { Kept } from '../engine/keep/select.ts';
import { selectLines } from '../engine/keep/select-lines.ts';
import { lineTokens } from '../engine/keep/tokens.ts';
import type { PruneDetails, Pruned, PruneFailure, PruneRequest } from '../engine/pruner.ts';
import { showLines } from '../engine/render/show-lines.ts';
import { Reason } from '../engine/score/scorer.ts';
import { readStructure } from '../engine/structure/structure.ts';
import type { CooperativeTask } from '../text/cooperative-task.ts';
import type { Lines } from '../text/lines.ts';
import { MARKER_TOKENS } from '../text/marker-tokens.ts';
import { alignLines } from './align-lines.ts';
import { readUpstreamAnswer } from './read-answer.ts';

/** A text and the request about it. */
export interface Asked {
  readonly request: PruneRequest;
  readonly by: AnsweredBy;
  readonly lines: Lines;
}

/**
 * Applies an upstream's answer to the text. Only the choice of lines is taken from it, so it cannot add text of its
 * own. The choice is `kept_frags`. If that is missing or does not fit, it is `pruned_code`, provided it consists of
 * the text's lines. Evidence is kept on top. A share or token limit, which a swe-pruner does not know, is enforced by
 * choosing among its scores.
 *
 * `error_msg` with the unchanged text is a refusal: the text is kept whole, and the answer says so. With anything
 * else it is a failure.
 */
export function* applyAnswer(
  asked: Asked,
  json: string,
): CooperativeTask<(Pruned & { details: PruneDetails }) | PruneFailure> {
  const { request, by, lines } = asked;
  yield json.length / 4;
  const answer = readUpstreamAnswer(json, lines.count);
  if (answer === undefined) return invalid('expected a JSON object');
  const unchanged = answer.prunedCode === request.text;
  if (answer.complaint !== undefined) {
    if (!unchanged) return invalid('it has an error_msg, but its text is not the one that was sent');
    return { ...keepWhole(lines, by, answer.score), refusal: answer.complaint };
  }
  const limited = request.targetRatio !== undefined || request.maxTokens !== undefined;
  if (unchanged && !limited) return keepWhole(lines, by, answer.score);

  yield lines.count;
  const kept = unchanged
    ? Array.from({ length: lines.count }, (_, i) => i + 1)
    : (answer.keptLines ?? alignLines(lines, answer.prunedCode ?? ''));
  if (kept === undefined) return invalid('its text is not made of the lines that were sent');

  const scores = answer.lineScores ?? new Float32Array(lines.count);
  const reasons = new Uint8Array(lines.count);
  for (const line of kept) {
    if (answer.lineScores === undefined) scores[line - 1] = 1;
    reasons[line - 1] = Reason.match;
  }
  const structure = yield* readStructure(lines, policyOf(lines, { ...request, kind: by.kind }), request);
  const { evidence } = structure;
  for (let i = 0; i < lines.count; i++) if (evidence[i] === 1) reasons[i] = Reason.evidence;
  if (request.keepFirstLine === true && evidence[0] === 0) {
    evidence[0] = 1;
    reasons[0] = Reason.first;
  }
  if (limited) {
    // Lines without scores are either in or out; no budget brings omitted ones back.
    const threshold = request.threshold ?? (answer.lineScores === undefined ? 0.5 : undefined);
    const found = { scores, reasons, documentScore: answer.score };
    // Records belong to the embedded engine, while the upstream chose lines.
    const alone = { ...structure, records: undefined };
    const chosen = yield* selectLines({ request: { ...request, threshold }, by, lines, structure: alone, found });
    return chosen === undefined ? keepWhole(lines, by, answer.score) : showLines(chosen);
  }
  const keep = evidence;
  for (const line of kept) keep[line - 1] = Kept.chosen;
  fillShortGaps(lines, keep, Kept.gap);
  const tokens = yield* lineTokens(lines);
  const markerTokens = MARKER_TOKENS[request.markers ?? 'plain'];
  if (!(yield* saves({ lines, tokens, markerTokens }, keep))) return keepWhole(lines, by, answer.score);
  yield lines.count;
  return showLines({ request, by, lines, keep, scores, reasons, score: answer.score });
}

function invalid(what: string): PruneFailure {
  return { ok: false, code: 'invalid_response', message: `cannot use the upstream's answer: ${what}` };
}
