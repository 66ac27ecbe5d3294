import type { EventLog } from '../events/event-log.ts';
import type { PruningMetadata } from '../pruning/metadata.ts';
import { checkPruning, type PruneStage } from '../pruning/prune-output.ts';
import { pruneWithin } from '../pruning/prune-within.ts';
import type { AnyTool } from '../tools/definition.ts';
import type { ToolOutcome } from '../tools/tool.ts';
import type { Shortened } from './account.ts';
import type { RequestLife } from './request-life.ts';
import { type KeepOptions, keepRaw, outputWithin, respond } from './respond.ts';
import { type CallToolResult, toAnswer } from './tool-result.ts';

export interface ShortenOptions extends KeepOptions {
  readonly prune: PruneStage;
}

/** What a tool gave, and how it is to be answered. */
export interface RawOutput {
  readonly tool: AnyTool;
  readonly outcome: Extract<ToolOutcome<object, string>, { ok: true }>;
  readonly question: string | undefined;
  readonly structured: boolean;
  readonly signal: AbortSignal;
  readonly log: EventLog;
  readonly enter: RequestLife['enter'];
}

/** Prunes what a tool gave, where a question asks for it, and writes it as a result within the budget. */
export async function shortenOutput(options: ShortenOptions, output: RawOutput): Promise<Shortened<CallToolResult>> {
  const { tool, outcome, question, structured, signal, log, enter } = output;
  const { prunable } = outcome;
  const check = checkPruning(options.prune, question, prunable.text);
  enter('req:prune_check');
  let { result } = outcome;
  let pruning: PruningMetadata;
  if (check.eligible) {
    enter('req:calling_pruner');
    const call = { tool: tool.name, question, prunable, signal, log };
    const pruned = await pruneWithin(options.prune, call, check, outputWithin(options, structured));
    pruning = pruned.pruning;
    result = pruned.result ?? result;
    if (pruned.leftOut) pruning = { ...pruning, ...(await keepRaw(options, tool.name, prunable.text, log)) };
    if (pruned.result === undefined) enter('req:pruner_error_fallback');
  } else {
    pruning = check.pruning;
  }
  enter(pruning.applied ? 'req:respond_pruned' : 'req:respond_raw');
  const answer = toAnswer(tool, result, pruning);
  return { pruning, result: await respond(options, answer, { structured, log, firstLine: prunable.firstLine }) };
}
