import type { EventLog } from '../base/events/event-log.ts';
import { utf8Bytes } from '../base/json/utf8-bytes.ts';
import type { Care, Pruned, PruneFailure } from '../engine/pruner.ts';
import { NOTICE } from '../text/raw-notice.ts';
import type { CallSide, PruneStage } from './options.ts';
import type { Output, Part, PrunedPart, Wanted } from './output.ts';
import { type PruningMetadata, skipped } from './pruning-metadata.ts';

/** A part that may be pruned, or why it stays whole. */
type PartCheck =
  | { readonly eligible: false; readonly pruning: PruningMetadata }
  | { readonly eligible: true; readonly chosen: NonNullable<PruneStage['chosen']>; readonly rawBytes: number };

/** Decides whether a text may be pruned. If several reasons prevent it, the first one is reported. */
export function checkPart(
  { text, original = text, exempt }: Pick<Part<never>, 'text' | 'original' | 'exempt'>,
  { question, automatic }: Wanted,
  { chosen, maxInputBytes = Number.POSITIVE_INFINITY }: PruneStage,
): PartCheck {
  const rawBytes = utf8Bytes(original);
  const skip = (reason: Parameters<typeof skipped>[0]): PartCheck => {
    return { eligible: false, pruning: skipped(reason, rawBytes) };
  };
  if (question === undefined && automatic === undefined) return skip('no_focus_question');
  if (chosen === undefined) return skip('disabled_or_unconfigured');
  if (text === '') return skip('output_empty');
  if (rawBytes > maxInputBytes) return skip('too_large');
  return exempt === undefined ? { eligible: true, chosen, rawBytes } : skip(exempt);
}

type EligibleCheck = Extract<PartCheck, { readonly eligible: true }>;

/** Estimated JSON bytes per token. It is rather high, so that lines chosen by the question are not dropped needlessly. */
const TOKEN_BYTES = 4.5;
/** The same in automatic mode, tried in this order: of dense code, of most texts, and of prose. */
const UNASKED_BYTES = [3.4, TOKEN_BYTES, 5.5] as const;

/** A part to prune, and everything known about its call. */
export interface PartCall<Place> extends CallSide {
  readonly tool: Output<Place, unknown>['tool'];
  readonly part: Part<Place>;
  readonly check: EligibleCheck;
  readonly wanted: Wanted;
  readonly stage: PruneStage;
}

/**
 * Prunes a text to the lines that are wanted, in automatic mode at the first level that leaves something out. If they take
 * more than `maxBytes`, prunes again to the best of them. The first attempt has no limit, because a pruner that gets one
 * fills it. Rejects only with the signal's reason.
 */
export async function prunePart<Place>(call: PartCall<Place>): Promise<PrunedPart<Place>> {
  const { maxBytes = Number.POSITIVE_INFINITY, cares = [undefined] } = call.part;
  const isShown = ({ shown, leftOut, pruning }: PrunedPart<Place>, care: Care | undefined): boolean =>
    shown === undefined || ((care === undefined || leftOut) && (pruning.pruned_bytes ?? 0) <= maxBytes);
  let last: PrunedPart<Place> | undefined;
  let pruner_duration_ms = 0;
  for (const care of cares) {
    const rooms = care === undefined ? [TOKEN_BYTES] : care === 'references' ? [] : UNASKED_BYTES;
    const isBounded = maxBytes < Number.POSITIVE_INFINITY;
    for (const maxTokens of [
      undefined,
      ...(isBounded ? rooms : []).map((bytes) => Math.max(1, Math.floor(maxBytes / bytes))),
    ]) {
      const one = await pruneOnce(call, { care, maxTokens });
      pruner_duration_ms += one.pruning.pruner_duration_ms ?? 0;
      if (one.shown !== undefined || last === undefined)
        last = { ...one, pruning: { ...one.pruning, pruner_duration_ms } };
      if (isShown(one, care)) return last;
      if (care !== undefined && !one.leftOut) break;
    }
  }
  return cares[0] === undefined ? (last as PrunedPart<Place>) : { ...(last as PrunedPart<Place>), leftOut: false };
}

/** Level of automatic mode, and about how many tokens to keep. Default: neither. */
interface Attempt {
  readonly care?: Care | undefined;
  readonly maxTokens?: number | undefined;
}

/** Calls the pruner once. */
export async function pruneOnce<Place>(
  call: PartCall<Place>,
  { care, maxTokens }: Attempt = {},
): Promise<PrunedPart<Place>> {
  const { tool, part, check, wanted, stage, log } = call;
  const { rawBytes } = check;
  log('info', 'pruner.call_start', { endpoint: check.chosen.endpoint, tool, input_bytes: rawBytes });
  const start = stage.now();
  const { text, original = text, path, kind, firstLine, failed } = part;
  const { question = '', automatic, noticeTokens: overheadTokens = NOTICE.tokens } = wanted;
  const context = wanted.context ?? (await stage.session?.context());
  const mode = automatic && { automatic: care, lossTokens: automatic.lossTokens, outlines: true };
  const request = { text, question, context, path, kind, firstLine, maxTokens, failed, ...mode };
  const outcome = await check.chosen.pruner.prune(
    { ...request, overheadTokens, markers: 'ranges' },
    { signal: call.signal },
  );
  const duration = Math.round(stage.now() - start);
  const isWhole = outcome.ok && !isWorthIt(outcome, part, { care, rawBytes });
  const pruned = isWhole ? original : outcome.ok ? outcome.text : '';
  const shown = outcome.ok ? part.apply(pruned) : undefined;
  if (!outcome.ok || shown === undefined) {
    const error = outcome.ok ? UNREADABLE : { code: outcome.code, message: outcome.message };
    logFailure(log, tool, error, duration);
    const pruning = { attempted: true, applied: false, fallback: true, reason: 'pruner_error', error } as const;
    const metadata = { ...pruning, raw_bytes: rawBytes, pruner_duration_ms: duration };
    return { shown: undefined, pruning: metadata, leftOut: false };
  }
  if (outcome.standsInFor !== undefined) logFailure(log, tool, outcome.standsInFor, duration);
  const prunedBytes = utf8Bytes(pruned);
  const event = outcome.standsInFor === undefined ? 'pruner.call_ok' : 'pruner.stood_in';
  log('info', event, { tool, pruner_duration_ms: duration, pruned_bytes: prunedBytes });
  return {
    shown,
    pruning: success(isWhole ? { ...outcome, verbatim: undefined } : outcome, rawBytes, prunedBytes, duration),
    leftOut: pruned !== original,
    unmatched: outcome.details?.score === 0,
    details: outcome.details,
  };
}

/**
 * True if a pruned text is shorter even with its notice. Bytes are compared only for a remote pruner, because the
 * embedded engine takes the notice into account itself.
 */
function isWorthIt(
  { engine, text }: Pruned,
  { toTheLetter, saves }: Part<unknown>,
  { care, rawBytes }: { readonly care: Care | undefined; readonly rawBytes: number },
): boolean {
  const isShort = engine === 'embedded' || toTheLetter === true || rawBytes - utf8Bytes(text) > NOTICE.bytes;
  return isShort && (saves === undefined || saves(text, care));
}

const UNREADABLE = { code: 'invalid_response', message: 'the pruned text cannot be read back into matches' } as const;
const FAILURE_EVENT = {
  timeout: 'pruner.timeout',
  http_error: 'pruner.http_error',
  invalid_response: 'pruner.invalid_response',
} as const;

function logFailure(log: EventLog, tool: string, failure: Pick<PruneFailure, 'code' | 'message'>, ms: number): void {
  log('warn', FAILURE_EVENT[failure.code], { tool });
  const data = { tool, reason: failure.code, pruner_duration_ms: ms, message: failure.message };
  log('warn', 'pruner.call_failed', data);
}

function success(
  { engine, verbatim, details }: Pruned,
  rawBytes: number,
  prunedBytes: number,
  duration: number,
): PruningMetadata {
  return {
    attempted: true,
    applied: true,
    fallback: false,
    raw_bytes: rawBytes,
    pruned_bytes: prunedBytes,
    pruner_duration_ms: duration,
    engine,
    ...(verbatim === false && { verbatim: false }),
    ...(details === undefined ? {} : { kind: details.kind }),
  };
}
