import { callPruner, type PruneCall, type PruneCheck, type PrunedCall, type PruneStage } from './prune-output.ts';

/**
 * Estimated JSON bytes per token. It is rather high, so that lines chosen by the question are not dropped needlessly.
 */
const TOKEN_BYTES = 4.5;

/**
 * Prunes a text to the lines that answer the question. If they take more than `maxBytes` as JSON, prunes again to the
 * best of them. The first attempt has no limit, because a pruner that gets one fills it.
 */
export async function pruneWithin<Result>(
  stage: PruneStage,
  call: Omit<PruneCall<Result>, 'maxTokens'>,
  check: PruneCheck & { readonly eligible: true },
  maxBytes: number | undefined,
): Promise<PrunedCall<Result>> {
  const all = await callPruner(stage, call, check);
  const { pruned_bytes = 0 } = all.pruning;
  if (maxBytes === undefined || all.result === undefined || pruned_bytes <= maxBytes) return all;
  const best = await callPruner(stage, { ...call, maxTokens: Math.max(1, Math.floor(maxBytes / TOKEN_BYTES)) }, check);
  if (best.result === undefined) return all;
  const pruner_duration_ms = (all.pruning.pruner_duration_ms ?? 0) + (best.pruning.pruner_duration_ms ?? 0);
  return { ...best, pruning: { ...best.pruning, pruner_duration_ms } };
}
