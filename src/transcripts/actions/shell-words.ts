/** A command of a shell line, as words without their quotes. */
export interface ShellCommand {
  readonly words: readonly string[];
  /** Operator between it and the command before; empty for the first one. */
  readonly before: '' | '|' | '&&' | '||' | ';' | '\n';
}

const JOINS = ['&&', '||', '|', ';', '\n'] as const;
const JOIN_STARTS = '&|;\n';

/**
 * Splits a shell line into commands and words (POSIX Shell Command Language, 2.2 "Quoting") without expansion. A
 * substitution such as `$(go env GOPATH)` stays as written. Comments and redirections are dropped. Returns undefined
 * for syntax that needs a shell: here-documents, backquotes, loops.
 */
export function toShellCommands(line: string): readonly ShellCommand[] | undefined {
  if (/<<|`|(?:^|[;&|]\s*)(?:for|while|if|case|function)\s/.test(line)) return undefined;
  const commands: ShellCommand[] = [];
  let words: string[] = [];
  let before: ShellCommand['before'] = '';
  let word: string | undefined;
  const endWord = (): void => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  const endCommand = (join: ShellCommand['before']): void => {
    endWord();
    const kept = withoutRedirections(words);
    if (kept.length > 0) commands.push({ words: kept, before });
    words = [];
    before = join;
  };
  for (let at = 0; at < line.length; ) {
    const c = line[at] as string;
    const join = JOIN_STARTS.includes(c) ? JOINS.find((one) => line.startsWith(one, at)) : undefined;
    if (line.startsWith('$(', at)) {
      const end = substitutionEnd(line, at);
      if (end === undefined) return undefined;
      word = (word ?? '') + line.slice(at, end);
      at = end;
    } else if (c === "'" || c === '"') {
      const end = quoteEnd(line, at);
      if (end === undefined) return undefined;
      const text = line.slice(at + 1, end);
      word = (word ?? '') + (c === '"' ? text.replaceAll(/\\(["\\$`])/g, '$1') : text);
      at = end + 1;
    } else if (c === '\\' && at + 1 < line.length) {
      word = line[at + 1] === '\n' ? word : (word ?? '') + line[at + 1];
      at += 2;
    } else if (c === '#' && word === undefined) {
      const end = line.indexOf('\n', at);
      at = end === -1 ? line.length : end;
    } else if (join !== undefined) {
      endCommand(join);
      at += join.length;
    } else if (c === ' ' || c === '\t') {
      endWord();
      at++;
    } else {
      word = (word ?? '') + c;
      at++;
    }
  }
  endCommand('');
  return commands;
}

/** Returns the offset after the parenthesis that closes the substitution at `at`. */
function substitutionEnd(line: string, at: number): number | undefined {
  let depth = 0;
  for (let end = at + 1; end < line.length; end++) {
    if (line[end] === '(') depth++;
    else if (line[end] === ')' && --depth === 0) return end + 1;
  }
  return undefined;
}

/** Returns the offset of the quote that closes the one at `at`. */
function quoteEnd(line: string, at: number): number | undefined {
  const quote = line[at];
  for (let end = at + 1; end < line.length; end++) {
    if (line[end] === quote) return end;
    if (quote === '"' && line[end] === '\\') end++;
  }
  return undefined;
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
