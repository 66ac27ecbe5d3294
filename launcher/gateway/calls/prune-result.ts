import type { KeptText } from '../../artifacts/keep-text.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { PruningMetadata } from '../../pruning/metadata.ts';
import { skipped } from '../../pruning/metadata.ts';
import { checkPruning, type PruneStage } from '../../pruning/prune-output.ts';
import { pruneWithin } from '../../pruning/prune-within.ts';
import { rawNotice } from '../../pruning/raw-notice.ts';
import { type KeepOptions, keepRaw } from '../../server/respond.ts';
import type { GatewayResult } from './gateway-result.ts';
import { textSlots, withText } from './text-slots.ts';

export interface PruneResultOptions extends KeepOptions {
  readonly prune: PruneStage;
  readonly tool: string;
  readonly question: string | undefined;
  /** UTF-8 bytes that its texts may take as JSON. Undefined: no bound. */
  readonly maxBytes: number | undefined;
  readonly signal: AbortSignal;
  readonly log: EventLog;
}

export interface PrunedResult {
  readonly result: GatewayResult;
  /** Of all its texts together. */
  readonly pruning: PruningMetadata;
  /** Where raw texts are kept, by the block that shows what is left of them. */
  readonly kept: ReadonlyMap<number, KeptText>;
}

/** The result with the lines of its texts that answer the question; each raw text is kept before, and named behind it. */
export async function pruneResult(result: GatewayResult, options: PruneResultOptions): Promise<PrunedResult> {
  const { prune, tool, question, maxBytes, signal, log } = options;
  const slots = textSlots(result.content);
  if (result.isError === true) {
    const bytes = slots.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    const pruning = question === undefined ? none(question, prune, bytes) : skipped('tool_error', bytes);
    return { result, pruning, kept: new Map() };
  }
  const content = [...result.content];
  const done: PruningMetadata[] = [];
  const refs = new Map<number, KeptText>();
  for (const { block, text } of slots) {
    const check = checkPruning(prune, question, text);
    if (!check.eligible) {
      done.push(check.pruning);
      continue;
    }
    const prunable = { text, apply: (pruned: string) => pruned };
    const share = maxBytes === undefined ? undefined : Math.ceil(maxBytes / slots.length);
    const pruned = await pruneWithin(prune, { tool, question, prunable, signal, log }, check, share);
    const kept = pruned.leftOut ? await keepRaw(options, tool, text, log) : {};
    const pruning = { ...pruned.pruning, ...kept };
    const { artifact_ref, artifact_error } = kept;
    if (artifact_ref !== undefined) refs.set(block, { artifact_ref, bytes: check.rawBytes });
    else if (artifact_error !== undefined) refs.set(block, { artifact_error });
    done.push(pruning);
    if (pruned.result === undefined || !pruned.leftOut) continue;
    const notice = rawNotice(pruning);
    const shown = notice === undefined ? pruned.result : `${pruned.result}\n${notice}`;
    content[block] = withText(content[block] ?? {}, shown);
  }
  const pruning = together(done) ?? none(question, prune, 0);
  return { result: pruning.applied ? { ...result, content } : result, pruning, kept: refs };
}

function none(question: string | undefined, prune: PruneStage, bytes: number): PruningMetadata {
  if (question === undefined) return skipped('no_focus_question', bytes);
  return skipped(prune.chosen === undefined ? 'disabled_or_unconfigured' : 'output_empty', bytes);
}

/** One text's metadata as it is; of several what was applied to any, and their sums. */
function together(all: readonly PruningMetadata[]): PruningMetadata | undefined {
  const lead = all.find(({ applied }) => applied) ?? all.find(({ attempted }) => attempted) ?? all[0];
  if (lead === undefined || all.length === 1) return lead;
  const sum = (of: (one: PruningMetadata) => number | undefined): number =>
    all.reduce((total, one) => total + (of(one) ?? 0), 0);
  const pruned = sum(({ pruned_bytes, raw_bytes }) => pruned_bytes ?? raw_bytes);
  const raw_bytes = sum((one) => one.raw_bytes);
  if (!lead.attempted) return { ...lead, raw_bytes };
  const pruner_duration_ms = sum((one) => one.pruner_duration_ms);
  return { ...lead, raw_bytes, pruner_duration_ms, ...(lead.applied && { pruned_bytes: pruned }) };
}
