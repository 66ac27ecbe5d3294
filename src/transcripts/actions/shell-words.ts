/** A piece of a word, unexpanded (POSIX Shell Command Language, 2.2 "Quoting" and 2.6 "Word Expansions"). */
export interface ShellPart {
  readonly kind: 'text' | 'escape' | 'variable' | 'expansion' | 'glob';
  /** The piece as written, without the quotes around a text. */
  readonly raw: string;
  /** True within double quotes. */
  readonly quoted: boolean;
  /** Name of a variable. */
  readonly name?: string | undefined;
  /** Shell line of a substitution. */
  readonly inner?: string | undefined;
}

interface Command<Word> {
  readonly words: readonly Word[];
  /** Operator before the command; empty for the first one. */
  readonly before: string;
}

/** A command of a shell line, as words without their quotes. */
export type ShellCommand = Command<string>;

export interface ShellSyntax {
  /** Operators that end a command, and blanks that end a word. Others are text. */
  readonly operators: RegExp;
  readonly blanks: RegExp;
  /**
   * True to make everything that the shell would expand a piece of its own, even within quotes: variables, and patterns
   * of file names.
   */
  readonly expands: boolean;
}

const OPERATOR = /&&|\|\||[;&|\n()]/y;
const GLOB = /[*?]|\[[^\]\s]{1,198}\]|\{[^}\s]{0,198}\}/y;
const TEXT = /[^\s;&|()'"\\$`*?[{]+|./sy;
const QUOTED = /[^"\\$`]+|[$`]/y;
const VARIABLE = /\$(?:[A-Za-z_]\w*|\{[A-Za-z_]\w*\})/y;
const PARAMETER = /\$[@*#?$!\-0-9]/y;

/** Splits a shell line into commands, and their words into pieces. Undefined if a quote or bracket is not closed. */
export function toCommandParts(
  line: string,
  syntax: ShellSyntax,
): readonly Command<readonly ShellPart[]>[] | undefined {
  const commands: Command<readonly ShellPart[]>[] = [];
  let words: ShellPart[][] = [];
  let before = '';
  let word: ShellPart[] | undefined;
  const endCommand = (operator: string): void => {
    if (word !== undefined) words.push(word);
    if (words.length > 0) commands.push({ words, before });
    [words, word, before] = [[], undefined, operator];
  };
  let quoted = false;
  for (let at = 0; at < line.length; ) {
    const c = line[at] as string;
    const operator = quoted ? '' : matchAt(OPERATOR, line, at);
    if (syntax.operators.test(operator)) {
      endCommand(operator);
      at += operator.length;
    } else if (!quoted && syntax.blanks.test(c)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      at++;
    } else if (!quoted && c === '#' && word === undefined) {
      at = endOr(line.indexOf('\n', at), line.length);
    } else if (!quoted && line.startsWith('\\\n', at)) {
      at += 2;
    } else if (c === '"' || (!quoted && c === "'")) {
      word ??= [];
      const end = c === '"' ? at : line.indexOf("'", at + 1);
      if (end === -1) return undefined;
      if (c === '"') quoted = !quoted;
      else word.push({ kind: 'text', raw: line.slice(at + 1, end), quoted });
      at = end + 1;
    } else {
      const part = partAt(line, at, quoted, syntax.expands);
      if (part === undefined) return undefined;
      word ??= [];
      word.push(part);
      at += part.raw.length;
    }
  }
  if (quoted) return undefined;
  endCommand('');
  return commands;
}

function partAt(line: string, at: number, quoted: boolean, expands: boolean): ShellPart | undefined {
  const c = line[at];
  if (c === '\\') return { kind: 'escape', raw: line.slice(at, at + 2), quoted };
  const isExpansion = expands ? c === '$' || c === '`' : !quoted && line.startsWith('$(', at);
  if (isExpansion) return expansionAt(line, at, quoted);
  const glob = expands && !quoted ? matchAt(GLOB, line, at) : '';
  if (glob !== '') return { kind: 'glob', raw: glob, quoted };
  return { kind: 'text', raw: matchAt(quoted ? QUOTED : TEXT, line, at), quoted };
}

function expansionAt(line: string, at: number, quoted: boolean): ShellPart | undefined {
  const variable = matchAt(VARIABLE, line, at);
  if (variable !== '') return { kind: 'variable', raw: variable, quoted, name: variable.replaceAll(/[${}]/g, '') };
  const end = line[at] === '`' ? endOr(line.indexOf('`', at + 1), -2) + 1 : bracketEnd(line, at);
  if (end === -1) return undefined;
  const raw = end === undefined ? matchAt(PARAMETER, line, at) : line.slice(at, end);
  if (raw === '') return { kind: 'text', raw: '$', quoted };
  const open = raw.startsWith('$(') ? 2 : 1;
  const inner = end === undefined || raw.startsWith('${') ? undefined : raw.slice(open, -1);
  return { kind: 'expansion', raw, quoted, inner };
}

/** Returns the offset after a `$(...)` or `${...}`; -1 if it is not closed, undefined if there is none. */
function bracketEnd(line: string, at: number): number | undefined {
  const open = line[at + 1];
  if (open !== '(' && open !== '{') return undefined;
  const close = open === '(' ? ')' : '}';
  let depth = 0;
  for (let end = at + 1; end < line.length; end++) {
    const c = line[end];
    if (c === '\\') end++;
    else if (c === "'" || c === '"') end = endOr(line.indexOf(c, end + 1), line.length);
    else if (c === open) depth++;
    else if (c === close && --depth === 0) return end + 1;
  }
  return -1;
}

const endOr = (found: number, otherwise: number): number => (found === -1 ? otherwise : found);

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

const PLAIN: ShellSyntax = { operators: /^(?:&&|\|\||[|;\n])$/, blanks: /[ \t]/, expands: false };

/**
 * Splits a shell line into commands and words without expansion. A substitution such as `$(go env GOPATH)` stays as
 * written. Comments and redirections are dropped. Returns undefined for syntax that needs a shell: here-documents,
 * backquotes, loops.
 */
export function toShellCommands(line: string): readonly ShellCommand[] | undefined {
  if (/<<|`|(?:^|[;&|]\s*)(?:for|while|if|case|function)\s/.test(line)) return undefined;
  return toCommandParts(line, PLAIN)
    ?.map(({ words, before }) => ({ words: withoutRedirections(words.map(plainOf)), before }))
    .filter(({ words }) => words.length > 0);
}

function plainOf(word: readonly ShellPart[]): string {
  const textOf = ({ kind, raw, quoted }: ShellPart): string =>
    kind === 'escape' && raw.length > 1 && (!quoted || /["\\$`]$/.test(raw)) ? raw.slice(1) : raw;
  return word.map(textOf).join('');
}

const REDIRECTION = /^\d*(?:>>?|<)(?:&\d)?(.*)$|^&>>?(.*)$/;

function withoutRedirections(words: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const match = REDIRECTION.exec(words[at] as string);
    if (match === null) kept.push(words[at] as string);
    // The redirection's file is a separate word.
    else if (!/&\d$/.test(words[at] as string) && !(match[1] || match[2])) at++;
  }
  return kept;
}
