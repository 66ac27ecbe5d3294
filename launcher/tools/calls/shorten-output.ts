import { type PruningMetadata, skipped } from '../pruning-metadata.ts';
import { pruneTexts } from './prune-texts.ts';
import { checkPruning, type PruneStage } from './pruning/prune-output.ts';
import { pruneWithin } from './pruning/prune-within.ts';
import type { RawOutput, ShortenOptions } from './raw-output.ts';
import type { Shortened } from './record-savings.ts';
import { keepRaw, outputWithin, respond } from './respond.ts';
import { type Answer, type CallToolResult, textOf } from './tool-result.ts';

/** Outputs larger than this (UTF-8 bytes) are stored even if nothing is left out, because hosts cut them. */
const LARGE_BYTES = 10_240;

/**
 * Prunes a tool's output if there is a question, and builds a result within the budget. With structured content only one
 * stream is pruned, and nothing of a failed command: that is the contract. If the model sees only the text, the question
 * applies to all of it.
 */
export async function shortenOutput(options: ShortenOptions, output: RawOutput): Promise<Shortened<CallToolResult>> {
  const { answer, client, log, enter, prunable } = output;
  const { tool } = answer;
  enter('req:prune_check');
  const texts = client.structured ? undefined : tool.textsOf?.(answer.body);
  const pruned = texts === undefined ? await prune(options, output) : await pruneTexts(options, output, texts);
  const pruning = { ...pruned.pruning, ...(await keptWhole(options, output, pruned.pruning)) };
  enter(pruning.applied ? 'req:respond_pruned' : 'req:respond_raw');
  const given: Answer = { ...answer, body: pruned.body, pruning };
  const result = await respond(options, given, { client, log, firstLine: texts ? 1 : prunable?.firstLine });
  return { pruning, result };
}

interface PrunedBody {
  readonly body: Answer['body'];
  readonly pruning: PruningMetadata;
}

async function prune(options: ShortenOptions, output: RawOutput): Promise<PrunedBody> {
  const { answer, prunable, question, client, signal, log, enter } = output;
  const { tool, body } = answer;
  if (prunable === undefined) return { body, pruning: unpruned(options.prune, output) };
  const check = checkPruning(options.prune, question, prunable.text);
  if (!check.eligible) return { body, pruning: check.pruning };
  enter('req:calling_pruner');
  const call = { tool: tool.name, prunable, toTheLetter: client.structured, signal, log };
  const pruned = await pruneWithin(options.prune, call, check, outputWithin(options, client.structured));
  if (pruned.result === undefined) enter('req:pruner_error_fallback');
  const kept = pruned.leftOut ? await keepRaw(options, tool.name, prunable.text, log) : {};
  return { body: { ...(pruned.result ?? body) }, pruning: { ...pruned.pruning, ...kept } };
}

/** Leaves the output of a failed command raw, as the contract of structured content requires. */
function unpruned(stage: PruneStage, { answer, question }: RawOutput): PruningMetadata {
  const { stdout = '', stderr = '' } = answer.body as { readonly stdout?: string; readonly stderr?: string };
  const check = checkPruning(stage, question, stdout === '' ? stderr : stdout);
  return check.eligible ? skipped('tool_error', check.rawBytes) : check.pruning;
}

/** Stores a large output of a command, or one that a question was not applied to, unless it is stored already. */
async function keptWhole(
  options: ShortenOptions,
  { answer, question, prunable, log }: RawOutput,
  pruning: PruningMetadata,
): Promise<Partial<PruningMetadata>> {
  if (pruning.artifact_ref !== undefined || pruning.artifact_error !== undefined) return {};
  const isUnapplied = question !== undefined && !pruning.applied;
  const { tool, body, failed } = answer;
  if (tool.textsOf === undefined && !isUnapplied) return {};
  const isPrinted = failed || tool.textsOf !== undefined;
  const text = isPrinted ? textOf(answer) : (tool.renderKept?.(body) ?? prunable?.text ?? '');
  return Buffer.byteLength(text) > LARGE_BYTES ? await keepRaw(options, tool.name, text, log) : {};
}
