import type { KeptText } from '../text/kept-text.ts';
import { type Keeping, keepText, startKeeping } from './keep-text.ts';
import type { CallSide, ShortenOptions } from './options.ts';
import type { OpenedOutput, Output, Part, PrunedOutput, PrunedPart, Wanted } from './output.ts';
import { checkPart, type PartCall, pruneOnce, prunePart } from './prune-part.ts';
import type { PruningMetadata } from './pruning-metadata.ts';

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
