import type { Action, Edit } from './action.ts';
import { findPatch, toPatchEdits } from './patch.ts';
import { type ShellCommand, toShellCommands } from './shell-words.ts';

/** A Python script in a here-document or after `-c` that writes files. */
const SCRIPT = /<<-?\s*\\?["']?\w+|\bpython[\d.]*\s+-c\b/;
const WRITES = /\.write(?:_text|lines)?\(|open\([^)\n]*,\s*(?:mode=)?["'][wa]/;
const STRING = /"""([\s\S]*?)"""|'''([\s\S]*?)'''|"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'/g;
const FILE = /^[\w@~./\\-]+\.\w{1,5}$/;
/** Min characters of a searched text. Modes and encodings are shorter. */
const MIN_FOUND = 12;

/**
 * Returns the edits of a Python script in a shell line that replaces texts in files. For every file it names, this is
 * each string that may be a searched text. The caller must check that the file contains it.
 */
function toScriptEdits(line: string): readonly Edit[] {
  if (!SCRIPT.test(line) || !WRITES.test(line)) return [];
  const strings = [...line.matchAll(STRING)].map(([, ...groups]) =>
    unescaped(groups.find((group) => group !== undefined) ?? ''),
  );
  const files = [...new Set(strings.filter((text) => FILE.test(text)))];
  const found = strings.filter((text) => text.trim().length >= MIN_FOUND && !FILE.test(text));
  return files.map((file) => ({ file, found }));
}

/** Returns the edits of `sed -i 's/old/new/' FILE…`: the old text, if it is plain text. */
function toSedEdits([program, ...args]: readonly string[]): readonly Edit[] {
  if (program !== 'sed' || !args.some((arg) => /^-(?:\w*i|-in-place)/.test(arg))) return [];
  const operands = args.filter((arg) => arg !== '' && !arg.startsWith('-'));
  const scripts = operands.filter((arg) => SUBSTITUTION.test(arg));
  const found = scripts
    .map((script) => plainText(SUBSTITUTION.exec(script)?.[2] ?? ''))
    .filter((text) => text !== undefined);
  const files = operands.filter((arg) => FILE.test(arg));
  return files.map((file) => ({ file, found, isEverywhere: true }));
}

const SUBSTITUTION = /^s([/|#,@])((?:[^\\]|\\.)*?)\1/;

/** Returns the text that a basic regular expression matches (POSIX BRE); undefined if it matches several. */
function plainText(pattern: string): string | undefined {
  const plain = pattern.replaceAll(/\\([^\w(){}+?|<>])/g, '$1');
  return plain.length < MIN_FOUND || /(?:^|[^\\])[*^$[\]]|\\[\w(){}+?|<>]/.test(pattern) ? undefined : plain;
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(n|t|["'\\]|\n)/g, (_, c: string) => ({ n: '\n', t: '\t', '\n': '' })[c] ?? c);
}

/** Programs that pass on some of their input lines. */
const FILTERS =
  /^(?:head|tail|sed|grep|egrep|rg|awk|cut|sort|uniq|less|more|cat|nl|tr|wc|tee|column|jq|Select-String|Select-Object)$/;
const SEARCHES = /^(?:grep|egrep|fgrep|rg|ag|ack)$/;
/** Programs that print nothing, or only their arguments. */
const QUIET = /^(?:cd|pwd|echo|printf|true|set|export|Set-Location)$/;

/** Returns the action of a shell line: read, search, edit, or anything else. */
export function toShellAction(line: string): Action {
  const patch = findPatch(line);
  if (patch !== undefined) return { kind: 'edit', edits: toPatchEdits(patch) };
  const all = toShellCommands(line) ?? [];
  const commands = all.filter(({ words }, at) => all[at + 1]?.before === '|' || !QUIET.test(words[0] ?? ''));
  if (commands.length === 0) return asCommand(line, []);
  return toRead(commands) ?? toSearch(commands) ?? asCommand(line, commands);
}

/** Returns a read action if every pipeline reads files: `cat a`, `sed -n 10,20p a`, `nl -ba a | sed -n 10,20p`. */
function toRead(commands: readonly ShellCommand[]): Action | undefined {
  const files: string[] = [];
  let firstLine: number | undefined;
  let isRange = false;
  for (const { words, before } of commands) {
    const range = rangeOf(words);
    isRange ||= range !== undefined && (RANGES.test(words[0] ?? '') || words.some((word) => RANGE_OPTION.test(word)));
    if (before === '|') {
      if (range === undefined) return undefined;
      // A command that cuts from a whole file sets the first line.
      if (firstLine === 1 || range.firstLine === undefined) firstLine = range.firstLine;
    } else {
      if (range === undefined || range.files.length === 0) return undefined;
      files.push(...range.files);
      firstLine ??= range.firstLine;
    }
  }
  const read = { kind: 'read', files, firstLine: files.length === 1 ? firstLine : undefined } as const;
  return isRange ? { ...read, isRange } : read;
}

/** Programs that print certain lines of a file, and options by which others do. */
const RANGES = /^(?:head|tail|sed|awk|Select-Object)$/;
const RANGE_OPTION = /^-(?:r$|-line-range|TotalCount|Tail|Head)/i;
/** Options after which the first line of the output is not that of the file. */
const LATER = /^-(?:r$|-line-range|Tail)/i;

interface ShownRange {
  readonly files: readonly string[];
  readonly firstLine: number | undefined;
}

/** Returns the files whose lines a command shows, and the first line; undefined for any other command. */
function rangeOf([program, ...args]: readonly string[]): ShownRange | undefined {
  const operands = args.filter((arg) => !arg.startsWith('-'));
  switch (program) {
    case 'cat':
    case 'nl':
    case 'bat':
    case 'Get-Content':
      return {
        files: operands.filter((arg) => !/^(?:\d+|\d*:\d*|utf-?8)$/i.test(arg)),
        firstLine: args.some((arg) => LATER.test(arg)) ? undefined : 1,
      };
    case 'awk': {
      const [script = '', ...files] = operands;
      const first = /\bNR\s*(?:>=|==)\s*(\d+)/.exec(script)?.[1];
      return first === undefined ? undefined : { files, firstLine: Number(first) };
    }
    case 'Select-Object': {
      const skipped = /^\d+$/.exec(args[args.findIndex((arg) => /^-skip$/i.test(arg)) + 1] ?? '');
      if (args.some((arg) => /^-last$/i.test(arg))) return { files: [], firstLine: undefined };
      const isRange = args.some((arg) => /^-(?:first|skip)$/i.test(arg));
      return isRange ? { files: [], firstLine: Number(skipped?.[0] ?? 0) + 1 } : undefined;
    }
    case 'head':
      return { files: operands.filter((arg) => !/^\d+$/.test(arg)), firstLine: 1 };
    case 'tail': {
      const from = args.map((arg) => /^(?:-n)?\+(\d+)$/.exec(arg)?.[1]).find((one) => one !== undefined);
      const files = operands.filter((arg) => !/^\+?\d+$/.test(arg));
      return { files, firstLine: from === undefined ? undefined : Number(from) };
    }
    case 'sed': {
      if (!args.some((arg) => /^-\w*n/.test(arg)) || args.some((arg) => /^-\w*i/.test(arg))) return undefined;
      const [script = '', ...files] = operands;
      const first = /^(\d+)(?:,(?:\d+|\$))?p/.exec(script)?.[1];
      return first === undefined ? undefined : { files, firstLine: Number(first) };
    }
    default:
      return undefined;
  }
}

function toSearch(commands: readonly ShellCommand[]): Action | undefined {
  const [first, ...rest] = commands;
  if (first === undefined || !rest.every(({ before, words }) => before === '|' && isFilter(words))) return undefined;
  const found = searchOf(first.words);
  return found === undefined ? undefined : { kind: 'search', ...found };
}

function searchOf(
  given: readonly string[],
): { readonly pattern: string; readonly places: readonly string[] } | undefined {
  const words = given[0] === 'git' && given[1] === 'grep' ? given.slice(1) : given;
  if (!SEARCHES.test(words[0] ?? '')) return undefined;
  const operands: string[] = [];
  for (let at = 1; at < words.length; at++) {
    const word = words[at] as string;
    // Options that take a value.
    if (/^-(?:\w*[ABCmgt]|-(?:include|exclude|exclude-dir|glob|type|max-count))$/.test(word)) at++;
    else if (!word.startsWith('-')) operands.push(word);
    else if (/^-\w*e$/.test(word)) operands.unshift(words[++at] ?? '');
  }
  const [pattern, ...places] = operands;
  return pattern === undefined ? undefined : { pattern, places };
}

const isFilter = ([program]: readonly string[]): boolean => FILTERS.test(program ?? '');

function asCommand(line: string, commands: readonly ShellCommand[]): Action {
  const lastSource = commands.findLastIndex(({ words, before }) => before !== '|' || !isFilter(words));
  const write = (some: readonly ShellCommand[]): string => some.map(({ words }) => words.join(' ')).join(' | ');
  const source = commands.length === 0 ? line : write(commands.slice(0, lastSource + 1));
  const places = commands.flatMap(({ words }) => searchOf(words)?.places ?? rangeOf(words)?.files ?? []);
  const filters = write(commands.slice(lastSource + 1));
  const edits = [...toScriptEdits(line), ...commands.flatMap(({ words }) => toSedEdits(words))];
  const isChange = edits.length > 0 || changesFiles(line);
  return { kind: 'command', command: line, source, filters, places, edits, isChange };
}

const GIT =
  /\bgit\s+(?:-C\s+\S+\s+)?(?:am|apply|checkout|cherry-pick|merge|pull|rebase|reset|restore|revert|stash|switch)\b/;
const PROGRAMS =
  /(?:^|[;&|]\s*)(?:mv|cp|rm|patch|perl\s+-\w*i|gofmt\s+-\w*w|prettier\s+--write|ruff\s+format|black)\b/m;
const FIXES = /\s--(?:fix|write|apply)\b|\b(?:lint|format|fmt):fix\b|\b(?:fmt|codegen|generate)\b/;

/**
 * True if a shell line may change files of the working tree, so the same command may print something else afterwards.
 */
const changesFiles = (line: string): boolean => GIT.test(line) || PROGRAMS.test(line) || FIXES.test(line);
