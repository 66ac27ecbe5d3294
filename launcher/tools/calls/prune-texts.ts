import type { OutputText } from '../definition.ts';
import { type PruningMetadata, skipped } from '../pruning-metadata.ts';
import { callPruner, checkPruning, type PruneStage } from './pruning/prune-output.ts';
import { pruneWithin } from './pruning/prune-within.ts';
import { together } from './pruning/together.ts';
import type { RawOutput, ShortenOptions } from './raw-output.ts';
import { keepRaw, outputWithin } from './respond.ts';
import { type Answer, textOf } from './tool-result.ts';

/** Min UTF-16 units of a text that is pruned next to a longer one. */
const MIN_LENGTH = 500;

/** Token budget for a text unrelated to the question, next to a related one. Enough for its errors and its end. */
const BESIDE_TOKENS = 400;

/**
 * Applies the question to every text of an output. For a failed command, keeps its errors and its last lines. The whole
 * output is first stored as one artifact, so that markers can refer to its lines.
 */
export async function pruneTexts(
  options: ShortenOptions,
  { answer, question, signal, log, enter }: RawOutput,
  texts: readonly OutputText[],
): Promise<Pick<Answer, 'body' | 'pruning'>> {
  const { tool, body, failed } = answer;
  const room = outputWithin(options, false);
  const share = room === undefined ? undefined : Math.ceil(room / texts.length);
  const longest = Math.max(0, ...texts.map(({ text }) => text.length));
  const tries = texts
    .filter(({ text }) => text.length >= Math.min(longest, MIN_LENGTH))
    .map((text) => ({ ...text, check: checkPruning(options.prune, question, text.text) }));
  const eligible = tries.flatMap(({ check, ...text }) => (check.eligible ? [{ ...text, check }] : []));
  const skips = tries.flatMap(({ check }) => (check.eligible ? [] : [check.pruning]));
  if (eligible.length > 0) enter('req:calling_pruner');

  const prune = ({ text, firstLine, check }: (typeof eligible)[number], beside: boolean) => {
    const prunable = { text, firstLine, apply: (pruned: string) => ({ pruned }) };
    const call = { tool: tool.name, prunable, failed: failed || beside, signal, log };
    return beside
      ? callPruner(options.prune, { ...call, maxTokens: BESIDE_TOKENS }, check)
      : pruneWithin(options.prune, call, check, share);
  };
  const pruned = [];
  for (const text of eligible) pruned.push({ text, ...(await prune(text, false)) });
  const isAnswered = pruned.some(({ leftOut, unmatched }) => leftOut && unmatched !== true);
  for (const [i, { text, unmatched }] of pruned.entries()) {
    if (isAnswered && unmatched === true) pruned[i] = { text, ...(await prune(text, true)) };
  }

  const shown = Object.fromEntries(pruned.map(({ text, result }) => [text.field, result?.pruned ?? text.text]));
  const done = [...pruned.map(({ pruning }) => pruning), ...skips];
  const pruning = together(done) ?? unprinted(options.prune, question);
  if (pruning.attempted && !pruning.applied) enter('req:pruner_error_fallback');
  const kept = pruned.some(({ leftOut }) => leftOut) ? await keepRaw(options, tool.name, textOf(answer), log) : {};
  return { body: { ...body, ...shown }, pruning: { ...pruning, ...kept } };
}

function unprinted(stage: PruneStage, question: string | undefined): PruningMetadata {
  const check = checkPruning(stage, question, '');
  return check.eligible ? skipped('output_empty', 0) : check.pruning;
}
