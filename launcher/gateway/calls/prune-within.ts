import {
  callPruner,
  type PruneCall,
  type PruneCheck,
  type PrunedCall,
  type PruneStage,
} from '../../pruning/prune-output.ts';
import { tokensWithin } from '../../server/respond.ts';
import { jsonBytes } from './result-bytes.ts';

/**
 * The lines of a text that answer the question; where they take more than `maxBytes` as JSON, the best of them. A limit
 * is not named before: a pruner that is given one keeps all that it has room for.
 */
export async function pruneWithin(
  stage: PruneStage,
  call: Omit<PruneCall<string>, 'maxTokens'>,
  check: PruneCheck & { readonly eligible: true },
  maxBytes: number | undefined,
): Promise<PrunedCall<string>> {
  const all = await callPruner(stage, call, check);
  if (maxBytes === undefined || all.result === undefined || jsonBytes(all.result, maxBytes) <= maxBytes) return all;
  const maxTokens = tokensWithin({ maxResponseBytes: maxBytes }, false);
  const best = await callPruner(stage, { ...call, maxTokens }, check);
  if (best.result === undefined) return all;
  const pruner_duration_ms = (all.pruning.pruner_duration_ms ?? 0) + (best.pruning.pruner_duration_ms ?? 0);
  return { ...best, pruning: { ...best.pruning, pruner_duration_ms } };
}
