import type { KeptText } from '../../../src/artifacts/kept-text.ts';
import type { EventLog } from '../../../src/base/events/event-log.ts';
import type { AnyToolResult } from '../../../src/fit/result/any-tool-result.ts';
import { embeddedText } from '../../../src/fit/result/embedded-text.ts';
import { textSlots, withText } from '../../../src/fit/result/text-slots.ts';
import { isGap } from '../../../src/text/gap-marker.ts';
import { checkPruning, type PruneStage } from '../../tools/calls/pruning/prune-output.ts';
import { pruneWithin } from '../../tools/calls/pruning/prune-within.ts';
import { rawNotice } from '../../tools/calls/pruning/raw-notice.ts';
import { together } from '../../tools/calls/pruning/together.ts';
import { type KeepOptions, keepRaw } from '../../tools/calls/respond.ts';
import type { PruningMetadata } from '../../tools/pruning-metadata.ts';
import { skipped } from '../../tools/pruning-metadata.ts';

export interface PruneResultOptions extends KeepOptions {
  readonly prune: PruneStage;
  readonly tool: string;
  readonly question: string | undefined;
  /** Max UTF-8 bytes of its texts as JSON. Undefined: no limit. */
  readonly maxBytes: number | undefined;
  readonly signal: AbortSignal;
  readonly log: EventLog;
}

export interface PrunedResult {
  readonly result: AnyToolResult;
  /** Metadata of all its texts together. */
  readonly pruning: PruningMetadata;
  /** Artifacts with the raw texts, by index of the block that shows the rest. */
  readonly kept: ReadonlyMap<number, KeptText>;
}

/** Share of a result's budget for its texts: without structured content, and next to it. */
const ALONE = 0.85;
const BESIDE = 0.65;
/** Factor for a text that is a string within JSON, which is escaped twice. */
const ESCAPED = 0.75;
/**
 * Prunes the texts of a result to the lines that answer the question. Each raw text is stored first, and its artifact
 * is named after the lines.
 */
export async function pruneResult(result: AnyToolResult, options: PruneResultOptions): Promise<PrunedResult> {
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
      // If everything would be left out, show the text as it is.
      if (isGap(pruned.trimEnd())) return undefined;
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
