import type { KeptText } from '../../artifacts/keep-text.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { PruningMetadata } from '../../pruning/metadata.ts';
import { skipped } from '../../pruning/metadata.ts';
import { checkPruning, type PruneStage } from '../../pruning/prune-output.ts';
import { pruneWithin } from '../../pruning/prune-within.ts';
import { rawNotice } from '../../pruning/raw-notice.ts';
import { together } from '../../pruning/together.ts';
import { type KeepOptions, keepRaw } from '../../server/respond.ts';
import { embeddedText } from './embedded-text.ts';
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

/** Of a result's budget, for its texts: alone, and beside structured content. */
const ALONE = 0.85;
const BESIDE = 0.65;
/** What stands in JSON within JSON is escaped twice. */
const ESCAPED = 0.75;
/** A pruned text that has left everything out: whoever asked is to see what there is. */
const SAYS_NOTHING = /^\(filtered \d+ lines: \d+-\d+\)\s*$/;

/** The result with the lines of its texts that answer the question; each raw text is kept before, and named behind it. */
export async function pruneResult(result: GatewayResult, options: PruneResultOptions): Promise<PrunedResult> {
  const { prune, tool, question, maxBytes, signal, log } = options;
  const slots = textSlots(result.content);
  const failed = result.isError === true;
  const content = [...result.content];
  const done: PruningMetadata[] = [];
  const refs = new Map<number, KeptText>();
  for (const { block, text } of slots) {
    const inside = question === undefined ? undefined : embeddedText(text);
    const check = checkPruning(prune, question, inside?.text ?? text);
    if (!check.eligible) {
      done.push(check.pruning);
      continue;
    }
    const apply = (pruned: string): string | undefined => {
      if (SAYS_NOTHING.test(pruned)) return undefined;
      return inside === undefined ? pruned : inside.with(pruned);
    };
    const prunable = { text: inside?.text ?? text, apply };
    const room = result.structuredContent === undefined ? ALONE : BESIDE;
    const share = maxBytes && Math.ceil((maxBytes * room * (inside === undefined ? 1 : ESCAPED)) / slots.length);
    const pruned = await pruneWithin(prune, { tool, prunable, failed, signal, log }, check, share);
    const kept = pruned.leftOut ? await keepRaw(options, tool, text, log) : {};
    const pruning = { ...pruned.pruning, ...kept };
    const { artifact_ref, artifact_error } = kept;
    if (artifact_ref !== undefined) refs.set(block, { artifact_ref, bytes: Buffer.byteLength(text) });
    else if (artifact_error !== undefined) refs.set(block, { artifact_error });
    done.push(pruning);
    if (pruned.result === undefined || !pruned.leftOut) continue;
    const notices = [rawNotice(pruning), inside && `[the lines are those of ${inside.path}]`];
    const shown = [pruned.result, ...notices.filter((notice) => notice !== undefined)].join('\n');
    content[block] = withText(content[block] ?? {}, shown);
  }
  const pruning = together(done) ?? none(question, prune, 0);
  return { result: pruning.applied ? { ...result, content } : result, pruning, kept: refs };
}

function none(question: string | undefined, prune: PruneStage, bytes: number): PruningMetadata {
  if (question === undefined) return skipped('no_focus_question', bytes);
  return skipped(prune.chosen === undefined ? 'disabled_or_unconfigured' : 'output_empty', bytes);
}
