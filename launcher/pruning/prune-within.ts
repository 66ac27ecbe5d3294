import { callPruner, type PruneCall, type PruneCheck, type PrunedCall, type PruneStage } from './prune-output.ts';

/** Bytes of JSON that a token takes, rather more than fewer: what is pruned to fit has been chosen by the question. */
const TOKEN_BYTES = 4.5;

/**
 * The lines of a text that answer the question; where they take more than `maxBytes` as JSON, the best of them. A limit
 * is not named before: a pruner that is given one keeps all that it has room for.
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
