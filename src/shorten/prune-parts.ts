import type { EventLog } from '../base/events/event-log.ts';
import { utf8Bytes } from '../base/json/utf8-bytes.ts';
import type { Care, Pruned, PruneFailure } from '../engine/pruner.ts';
import type { KeptText } from '../text/kept-text.ts';
import { NOTICE } from '../text/raw-notice.ts';
import { type Keeping, keepText, startKeeping } from './keep-text.ts';
import type { CallSide, PruneStage, ShortenOptions } from './options.ts';
import type { OpenedOutput, Output, Part, PrunedOutput, PrunedPart, Wanted } from './output.ts';
import { type PruningMetadata, skipped } from './pruning-metadata.ts';

/** A part that may be pruned, or why it stays whole. */
type PartCheck =
  | { readonly eligible: false; readonly pruning: PruningMetadata }
  | { readonly eligible: true; readonly chosen: NonNullable<PruneStage['chosen']>; readonly rawBytes: number };

/** Decides whether a text may be pruned. If several reasons prevent it, the first one is reported. */
export function checkPart(
  { text, exempt }: Pick<Part<never>, 'text' | 'exempt'>,
  { question, automatic }: Wanted,
  { chosen, maxInputBytes = Number.POSITIVE_INFINITY }: PruneStage,
): PartCheck {
  const rawBytes = utf8Bytes(text);
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
interface PartCall<Place> extends CallSide {
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
async function prunePart<Place>(call: PartCall<Place>): Promise<PrunedPart<Place>> {
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

/** The output that the parts belong to. */
type Of<Place> = Pick<Output<Place, unknown>, 'tool' | 'storing' | 'isRepeatable'>;

/** Token budget for a part unrelated to the question, next to a related one. Enough for its errors and its end. */
const BESIDE_TOKENS = 400;

/**
 * Prunes the eligible parts of an output, and stores the originals of those that are not shown whole. Rejects only with
 * the signal's reason.
 */
export async function pruneParts<Place>(
  of: Of<Place>,
  { parts: given, whole }: Pick<OpenedOutput<Place, unknown>, 'parts' | 'whole'>,
  wanted: Wanted,
  options: ShortenOptions,
  side: CallSide,
): Promise<PrunedOutput<Place>> {
  const calls: (PartCall<Place> | undefined)[] = [];
  const parts: PrunedPart<Place>[] = [];
  for (const part of given) {
    const check = checkPart(part, wanted, options.prune);
    const call = check.eligible ? { tool: of.tool, part, check, wanted, stage: options.prune, ...side } : undefined;
    calls.push(call);
    if (!check.eligible) parts.push({ shown: undefined, pruning: check.pruning, leftOut: false });
    if (call === undefined) continue;
    if (!parts.some(({ pruning }) => pruning.attempted)) side.stages?.onPruning?.();
    parts.push(whole === undefined ? await pruneAndKeep(call, of, options) : await prunePart(call));
  }
  const shown = whole === undefined ? parts : await cutBeside(parts, calls);
  const pruning = sumMetadata(shown.map((one) => one.pruning)) ?? nothingToPrune(wanted, options);
  if (whole === undefined || !shown.some(({ leftOut }) => leftOut)) return { parts: shown, pruning };
  const kept = options.artifacts && (await keepText(options, of, whole(), side.log));
  if (!isLost(kept, of)) return { parts: shown, pruning: { ...pruning, ...toFields(kept) } };
  const again = shown.map(wholeAgain);
  return { parts: again, pruning: { ...pruning, ...sumMetadata(again.map((one) => one.pruning)), ...toFields(kept) } };
}

/** Starts storing the part's text while it is being pruned, and completes that if something is left out. */
async function pruneAndKeep<Place>(
  call: PartCall<Place>,
  of: Of<Place>,
  options: ShortenOptions,
): Promise<PrunedPart<Place>> {
  const keeping = startToKeep(call, of, options);
  try {
    const pruned = await prunePart(call);
    if (!pruned.leftOut || keeping === undefined) return pruned;
    const kept = await keeping.keep();
    if (isLost(kept, of)) return wholeAgain({ ...pruned, pruning: { ...pruned.pruning, ...toFields(kept) } });
    return { ...pruned, pruning: { ...pruned.pruning, ...toFields(kept) }, kept };
  } finally {
    keeping?.drop();
  }
}

function startToKeep<Place>(
  { part, log }: PartCall<Place>,
  of: Of<Place>,
  options: ShortenOptions,
): Keeping | undefined {
  const { artifacts: store, early } = options;
  const { text: all, whole: text = all } = part;
  if (store === undefined || text === null) return undefined;
  if (early !== undefined && of.storing === undefined)
    return startKeeping(text, { store, tool: of.tool, log, ...early });
  return { keep: () => keepText(options, of, text, log), drop: () => {} };
}

/** True if omitted text would be lost: storing failed, and the call cannot be repeated. */
const isLost = (kept: KeptText | undefined, { isRepeatable }: Of<unknown>): boolean =>
  kept !== undefined && 'artifact_error' in kept && isRepeatable !== true;

/** Returns a pruned part with its text whole again. */
function wholeAgain<Place>(part: PrunedPart<Place>): PrunedPart<Place> {
  if (!part.pruning.applied) return part;
  const { pruned_bytes: _, verbatim: __, ...pruning } = part.pruning;
  const reason = 'not_stored';
  return { shown: undefined, leftOut: false, pruning: { ...pruning, applied: false, fallback: true, reason } };
}

/** Cuts parts that do not relate to the question to their errors and their ends, if another part answers it. */
async function cutBeside<Place>(
  parts: readonly PrunedPart<Place>[],
  calls: readonly (PartCall<Place> | undefined)[],
): Promise<readonly PrunedPart<Place>[]> {
  if (!parts.some(({ leftOut, unmatched }) => leftOut && unmatched !== true)) return parts;
  const cut = [...parts];
  for (const [at, call] of calls.entries()) {
    if (call === undefined || parts[at]?.unmatched !== true) continue;
    const part: Part<Place> = { ...call.part, failed: true };
    cut[at] = await pruneOnce({ ...call, part }, { maxTokens: BESIDE_TOKENS });
  }
  return cut;
}

/** Returns metadata of an output without texts. */
function nothingToPrune(wanted: Wanted, { prune }: ShortenOptions): PruningMetadata {
  const check = checkPart({ text: '' }, wanted, prune);
  if (check.eligible) throw new Error('an empty text is never eligible');
  return check.pruning;
}

/** Returns where a text is kept, as fields of the metadata. */
export function toFields(kept: KeptText | undefined): Pick<PruningMetadata, 'artifact_ref' | 'artifact_error'> {
  if (kept === undefined) return {};
  return 'artifact_ref' in kept ? { artifact_ref: kept.artifact_ref } : kept;
}

/**
 * Merges the metadata of several texts of one result. A single one is returned unchanged. Otherwise the metadata of an
 * applied one is used, with summed sizes and durations.
 */
function sumMetadata(all: readonly PruningMetadata[]): PruningMetadata | undefined {
  const lead = all.find(({ applied }) => applied) ?? all.find(({ attempted }) => attempted) ?? all[0];
  if (lead === undefined || all.length === 1) return lead;
  const sum = (of: (one: PruningMetadata) => number | undefined): number =>
    all.reduce((total, one) => total + (of(one) ?? 0), 0);
  const pruned = sum(({ pruned_bytes, raw_bytes }) => pruned_bytes ?? raw_bytes);
  const raw_bytes = sum((one) => one.raw_bytes);
  if (!lead.attempted) return { ...lead, raw_bytes };
  const pruner_duration_ms = sum((one) => one.pruner_duration_ms);
  const verbatim = all.some((one) => one.verbatim === false) && { verbatim: false as const };
  return { ...lead, raw_bytes, pruner_duration_ms, ...(lead.applied && { pruned_bytes: pruned }), ...verbatim };
}
