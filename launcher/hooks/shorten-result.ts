import type { SessionContext } from '../../src/memory/session-context.ts';
import type { Care, PruneDetails, Pruner } from '../../src/pruning/pruner.ts';
import { toShownResult } from '../../src/sessions/actions/shown-result.ts';
import { commandOf, isShellTool, toAction } from '../../src/sessions/actions/to-action.ts';
import type { Arguments } from '../../src/sessions/session-event.ts';
import { HOOK_NOTICE } from './hook-notice.ts';
import { LOSS_TOKENS } from './loss-tokens.ts';
import { printedFiles } from './printed-files.ts';
import { filesShown, isPart } from './shown-files.ts';
import { isUntouchable } from './untouchable.ts';

/** Result of a host's own tool, and the call that it answers. */
export interface GivenResult {
  /** The host's name of the tool. */
  readonly tool: string;
  readonly args: Arguments;
  readonly text: string;
  /** The file that the text is of, if the tool reads files. */
  readonly path?: string | undefined;
  /** The number of the text's first line in that file. Default: as the call asked for. */
  readonly firstLine?: number | undefined;
}

/** Facts about a call, from its session. */
export interface CallFacts {
  /** The agent's words for it; undefined if it said nothing. */
  readonly question: string | undefined;
  readonly context: SessionContext | undefined;
  /** True if a file was shown to the agent in part, because a result was shortened. */
  wasShortened(file: string): boolean;
}

export interface ShortenOptions {
  readonly care: Care;
  /** Min UTF-16 units of a result; shorter ones are given as they are. */
  readonly minChars: number;
  /** True for a file that the user wants whole. */
  readonly isIgnored: (file: string) => boolean;
  /** Must be an embedded one: others need a question. */
  readonly pruner: Pruner;
}

export interface ShortenedText {
  readonly text: string;
  readonly details: PruneDetails;
  /** The number of the whole text's first line. */
  readonly firstLine: number;
}

/** True if a result may be shortened, whatever its session says. */
export function mayBeShortened(given: GivenResult, { minChars, isIgnored }: ShortenOptions): boolean {
  if (given.text.length < minChars || isAmbiguous(given)) return false;
  return ![...filesOf(given), ...wordsOf(given)].some((file) => isUntouchable(file) || isIgnored(file));
}

/**
 * Leaves out what the session shows not to be needed of a result that may be shortened. Undefined: it is given as it is.
 * Rejects if the pruner fails.
 */
export async function shortenResult(
  given: GivenResult,
  { question = '', context, wasShortened }: CallFacts,
  { care, pruner }: ShortenOptions,
  signal: AbortSignal,
): Promise<ShortenedText | undefined> {
  const { tool, args, text, path } = given;
  const firstLine = given.firstLine ?? firstLineOf(given);
  // Lines that were left out are needed if the agent asks for them again.
  if (isPart(args, toAction(tool, args), firstLine) && filesOf(given).some(wasShortened)) return undefined;
  const request = { text, path, firstLine, question, automatic: care, lossTokens: LOSS_TOKENS[care], context };
  const pruned = await pruner.prune({ ...request, overheadTokens: HOOK_NOTICE.tokens, markers: 'ranges' }, { signal });
  if (!pruned.ok) throw new Error(pruned.message);
  const { details } = pruned;
  if (details?.changed !== true || pruned.text.trim() === '' || !isShorter(pruned.text, text)) return undefined;
  return { text: pruned.text, details, firstLine };
}

/** True if a text and a notice are shorter than what they are to stand for. */
export function isShorter(text: string | undefined, whole: string): boolean {
  return text !== undefined && text.length + HOOK_NOTICE.chars < whole.length;
}

/** Files that a result shows lines of. */
export function filesOf({ tool, args, path }: GivenResult): readonly string[] {
  return path === undefined ? filesShown(toAction(tool, args)) : [path];
}

/**
 * Words of a command, since a file that it prints may stand in any place (`git show HEAD:CLAUDE.md`), and what is known of
 * files that it prints without naming them.
 */
function wordsOf({ tool, args }: GivenResult): readonly string[] {
  const command = isShellTool(tool) ? commandOf(args) : args['command'];
  if (typeof command !== 'string') return [];
  const words = command.split(/[\s"'`;&|<>(){}=:,]+/).filter((word) => word !== '');
  return [...words, ...printedFiles(command)];
}

/** Returns the file's number of the first line that a command prints, e.g. 40 for `sed -n 40,90p`. */
function firstLineOf({ tool, args, text }: GivenResult): number {
  const action = toAction(tool, args);
  if (action.kind !== 'read') return 1;
  const shown = toShownResult(action, text);
  // Lines that come with numbers say themselves which they are.
  return shown.text.trimEnd() === text.trimEnd() ? (shown.firstLine ?? 1) : 1;
}

/** Lines of the result's own that would be taken for ours. */
const OUR_LINES = /^(?:\(filtered \d+ lines|\(lines \d+-\d+ as |\[mcp-pruner left out)/m;

/** True if markers would be misread: the text has such lines itself, or the host counts other lines than the engine. */
function isAmbiguous({ text, path }: GivenResult): boolean {
  return OUR_LINES.test(text) || (path !== undefined && /\r(?!\n)/.test(text));
}
