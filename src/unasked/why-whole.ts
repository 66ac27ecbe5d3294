import { estimateTokens } from '../engine/keep/tokens.ts';
import { LIKE_MARKER } from '../text/gap-marker.ts';
import { LIKE_NOTICE } from '../text/hook-notice.ts';
import { type ShellPart, type ShellSyntax, toCommandParts } from '../transcripts/actions/shell-words.ts';
import { commandOf, isShellTool, toAction } from '../transcripts/actions/to-action.ts';
import { asOnTerminal } from './as-on-terminal.ts';
import { type AnswerLimits, type CallFacts, filesOf, firstLineOf, type GivenResult } from './given-result.ts';
import { ANY, ONE, SOME } from './pattern-overlap.ts';
import { isPart } from './shown-files.ts';
import { instructsAgent, isToFollow, isUntouchable } from './untouchable.ts';
import type { WholeReason } from './whole-reasons.ts';

/** A word of a command, with marks for what the shell would fill in (see `patternsOverlap`). */
interface PatternWord {
  readonly text: string;
  /** Names of its variables, in order. Each variable is the mark `VARIABLE` in the text. */
  readonly variables: readonly string[];
}

/** Mark for a variable. */
const VARIABLE = '\uE003';

/** Programs that print files unchanged. Searches are not included, because they print the file name of each line. */
const PRINTERS =
  /^(?:cat|tac|bat|batcat|head|tail|sed|[gm]?awk|nl|less|more|cut|paste|pr|fold|fmt|column|strings|od|xxd|hexdump|jq|yq|Get-Content|gc|type)$/;
/** Printer options that take an argument other than a file. */
const TAKES_WORD = /^-(?:[a-zA-Z]*[ncdfFvsw]|-(?:lines|bytes|arg|argjson))$/;
const NUMBERS_LINES = /^(?:cat|nl|bat|batcat|tac)$/;
/** Programs that run others on names that they read or find, so the command line does not contain the files. */
const RUNNERS = /^(?:xargs|parallel|find|fd|fdfind)$/;
const SHELLS = /^(?:(?:ba|z|da)?sh|eval)$/;
/** Variables for folders that hold no agent instructions. */
const KNOWN = new Set(['HOME', 'PWD', 'TMPDIR', 'TMP', 'TEMP']);
/** Max combinations of variable values to try for one word. */
const MAX_WAYS = 64;
/** Max depth of nested shells. */
const MAX_DEPTH = 3;
/** Max UTF-16 units of a line to parse, because hooks must be fast. Longer ones mostly contain a file to write. */
const MAX_CHARS = 20_000;
const HERE_DOCUMENT = /<<-?[ \t]*(['"]?)(\w+)\1([^\n]*\n)([\s\S]*?)\n[ \t]*\2(?=\s|$)/g;
/** Every operator ends a command here, so that loops and subshells are read too. */
const SYNTAX: ShellSyntax = { operators: /./s, blanks: /\s/, expands: true };

/**
 * Returns the files that a shell line such as `cat` may print. Unknown parts are marks (see `patternsOverlap`): `cat *.md`,
 * `cat "$file"`, `xargs cat`.
 */
export function printedFiles(line: string, depth = 0): readonly string[] {
  const commands = toPatternCommands(line);
  // Syntax that only a shell can evaluate may print any file, if the line contains a printing program.
  if (commands === undefined) return line.split(/[^\w-]+/).some((word) => PRINTERS.test(word)) ? [ANY] : [];
  const values = new Map<string, string[]>();
  let folder: readonly string[] = [''];
  const files: string[] = [];
  for (const words of commands) {
    learn(words, values);
    const said = words.map((word) => waysOf(word, values));
    const [program, ...rest] = said.map(([way = ANY]) => way);
    if (program === 'cd' && said[1] !== undefined) folder = said[1].map((one) => (one === '-' ? `${ANY}/` : `${one}/`));
    if (depth < MAX_DEPTH && said.some(([way = '']) => SHELLS.test(nameOf(way)))) {
      for (const script of rest.filter((one) => /\s/.test(one))) files.push(...printedFiles(script, depth + 1));
    }
    files.push(...operandsOf(said).flatMap((file) => folder.map((at) => (/^[/~]/.test(file) ? file : at + file))));
  }
  return files;
}

/**
 * Splits a shell line into commands, including those of loops and substitutions. Undefined if it cannot be parsed, or
 * is too long.
 */
function toPatternCommands(line: string): readonly (readonly PatternWord[])[] | undefined {
  if (line.length > MAX_CHARS) return undefined;
  const commands = toCommandParts(line.replaceAll(HERE_DOCUMENT, '<$3'), SYNTAX)?.map(({ words }) => words);
  const inner = commands?.flat(2).flatMap((part) => (part.inner === undefined ? [] : [part.inner])) ?? [];
  return (
    commands && [
      ...inner.toReversed().flatMap((one) => toPatternCommands(one) ?? []),
      ...commands.map((words) => words.map(toPatternWord)),
    ]
  );
}

function toPatternWord(parts: readonly ShellPart[]): PatternWord {
  return { text: parts.map(patternOf).join(''), variables: parts.flatMap(({ name }) => name ?? []) };
}

function patternOf({ kind, raw }: ShellPart): string {
  if (kind === 'text') return raw;
  if (kind === 'escape') return raw === '\\\n' ? '' : raw.slice(1);
  if (kind === 'glob') return raw === '*' ? SOME : raw.startsWith('{') ? ANY : ONE;
  return kind === 'variable' ? VARIABLE : ANY;
}

/** Returns the files that one command prints. */
function operandsOf(said: readonly (readonly string[])[]): readonly string[] {
  const names = said.map(([way = ''], at) => (at === 0 && way.startsWith('<') ? 'cat' : nameOf(way)));
  const at = names.findIndex((name) => PRINTERS.test(name));
  if (at === -1) return [];
  const unsaid = names.slice(0, at).some((name) => RUNNERS.test(name)) ? [ANY] : [];
  const takesNumber = !NUMBERS_LINES.test(names[at] as string);
  const operands = said.slice(said.length === 1 ? 0 : at + 1).filter(([way = ''], index, all) => {
    const [before = ''] = all[index - 1] ?? [];
    return !/^(?:-|\d*&?>)/.test(way) && !/^\d*>>?$/.test(before) && !(takesNumber && TAKES_WORD.test(before));
  });
  return [...unsaid, ...operands.flat().map((way) => way.replace(/^\d*</, ''))];
}

/** Records the values a command assigns to variables: `file=a.md`, `for file in a.md b.md`. */
function learn(words: readonly PatternWord[], values: Map<string, string[]>): void {
  const [first, name, second] = words;
  if (first?.text === 'for' && name !== undefined && second?.text === 'in') {
    values.set(name.text, bounded(words.slice(3).flatMap((word) => waysOf(word, values))));
  }
  if (first?.text === 'read') for (const { text } of words.slice(1)) values.set(text, [ANY]);
  if (first?.text === 'do' || first?.text === 'while' || first?.text === 'then') learn(words.slice(1), values);
  for (const word of words) {
    const [given, variable] = /^([A-Za-z_]\w*)=/.exec(word.text) ?? [];
    if (given === undefined || variable === undefined) continue;
    const ways = waysOf({ ...word, text: word.text.slice(given.length) }, values);
    values.set(variable, bounded([...(values.get(variable) ?? []), ...ways]));
  }
}

/** Returns the possible values of a word, with variables filled in if the line sets them. */
function waysOf({ text, variables }: PatternWord, values: ReadonlyMap<string, readonly string[]>): readonly string[] {
  let ways = [''];
  text.split(VARIABLE).forEach((part, at) => {
    const name = variables[at - 1];
    const either = name === undefined ? [''] : (values.get(name) ?? [KNOWN.has(name) ? '~' : ANY]);
    ways = ways.flatMap((way) => either.map((one) => way + one + part));
    ways = bounded(ways);
  });
  return ways;
}

/** Returns the values, or the mark for any value if there are too many to try. */
const bounded = (ways: string[]): string[] => (ways.length > MAX_WAYS ? [ANY] : ways);

const nameOf = (word: string): string => word.slice(word.lastIndexOf('/') + 1);

/** Min estimated tokens of a result. Shortening a smaller one saves less than the lost lines cost. */
const MIN_TOKENS = 2000;

/** The user's settings for results that pass unchanged. */
export interface WholeOptions {
  /** True for a file that must never be shortened, as configured by the user. */
  readonly isIgnored: (file: string) => boolean;
}

/** Returns why a result must pass unchanged in any session; undefined if it may be shortened. */
export function whyAlwaysWhole(
  given: GivenResult,
  { isIgnored }: Pick<WholeOptions, 'isIgnored'>,
): WholeReason | undefined {
  if (isAmbiguous(given)) return 'unclear';
  const files = [...filesOf(given), ...wordsOf(given)];
  if (instructsAgent(given.text, files) || files.some(isUntouchable)) return 'instructions';
  return files.some(isIgnored) ? 'ignored' : undefined;
}

/** Returns why a result must pass unchanged in its session; undefined if it may be shortened. */
export function whyWhole(
  given: GivenResult,
  { wasShortened, context, question = '' }: Partial<CallFacts> & Pick<CallFacts, 'wasShortened'>,
  { shownChars = given.text.length }: AnswerLimits,
): WholeReason | undefined {
  const { tool, args, text } = given;
  const files = filesOf(given);
  const action = toAction(tool, args);
  // If the host itself cuts the text, the agent cannot get all of it anyway.
  if (shownChars >= text.length) {
    if (isPart(args, action, firstLineOf(given))) return 'range';
    if (action.kind === 'read' && files.some(wasShortened)) return 'again';
  }
  if (files.some((file) => isToFollow(file, question))) return 'followed';
  if (files.some((file) => context?.isAskedFor?.(file))) return 'named';
  if (context?.isReview === true) return 'review';
  return estimateTokens(text, 0, text.length) < MIN_TOKENS ? 'short' : undefined;
}

/**
 * Returns the words of a command, because any of them may name a printed file (`git show HEAD:CLAUDE.md`). Adds the
 * files that it may print without naming them.
 */
function wordsOf({ tool, args }: GivenResult): readonly string[] {
  const command = isShellTool(tool) ? commandOf(args) : args['command'];
  if (typeof command !== 'string') return [];
  const words = command.split(/[\s"'`;&|<>(){}=:,]+/).filter((word) => word !== '');
  return [...words, ...printedFiles(command)];
}

/**
 * True if markers would be misread, because the text contains such lines itself, or because the host and the engine
 * count lines differently.
 */
function isAmbiguous({ tool, text: given, path }: GivenResult): boolean {
  const text = isShellTool(tool) ? asOnTerminal(given) : given;
  return LIKE_MARKER.test(text) || LIKE_NOTICE.test(text) || (path !== undefined && /\r(?!\n)/.test(text));
}
