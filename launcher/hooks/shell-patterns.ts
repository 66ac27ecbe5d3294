import { ANY, ONE, SOME } from './pattern-overlap.ts';

/** A word of a command, with marks for what the shell would fill in (see `patternsOverlap`). */
export interface PatternWord {
  readonly text: string;
  /** Names of its variables, in order. Each is `VARIABLE` in the text. */
  readonly variables: readonly string[];
}

/** Mark for a variable. */
export const VARIABLE = '\uE003';

interface Part extends PatternWord {
  /** Offset after the part. */
  readonly end: number;
  /** Shell lines of substitutions. */
  readonly inner: readonly string[];
}

/** Max UTF-16 units of a line to parse, because hooks must be fast. Longer ones mostly contain a file to write. */
const MAX_CHARS = 20_000;
const BREAK = /[;&|\n()]/;
const HERE_DOCUMENT = /<<-?[ \t]*(['"]?)(\w+)\1([^\n]*\n)([\s\S]*?)\n[ \t]*\2(?=\s|$)/g;

/**
 * Splits a shell line into simple commands, including those of loops and substitutions, without expanding anything
 * (POSIX Shell Command Language, 2.2 and 2.6). Undefined if a quote or bracket is not closed, or if the line is too
 * long.
 */
export function toPatternCommands(line: string): readonly (readonly PatternWord[])[] | undefined {
  if (line.length > MAX_CHARS) return undefined;
  const text = line.replaceAll(HERE_DOCUMENT, '<$3');
  const commands: PatternWord[][] = [[]];
  let word: PatternWord | undefined;
  const endWord = (): void => {
    if (word !== undefined) commands.at(-1)?.push(word);
    word = undefined;
  };
  for (let at = 0; at < text.length; ) {
    const c = text[at] as string;
    if (/\s/.test(c) || BREAK.test(c)) {
      endWord();
      if (BREAK.test(c)) commands.push([]);
      at++;
    } else if (c === '#' && word === undefined) {
      at = endOr(text.indexOf('\n', at), text.length);
    } else {
      const part = partAt(text, at);
      if (part === undefined) return undefined;
      word = joined(word, part);
      at = part.end;
      for (const inner of part.inner) commands.unshift(...(toPatternCommands(inner) ?? [[]]).map((one) => [...one]));
    }
  }
  endWord();
  return commands.filter(({ length }) => length > 0);
}

const endOr = (found: number, otherwise: number): number => (found === -1 ? otherwise : found);
const toPart = (text: string, end: number): Part => ({ text, end, variables: [], inner: [] });

function joined<One extends PatternWord>(word: PatternWord | undefined, part: One): One {
  if (word === undefined) return part;
  return { ...part, text: word.text + part.text, variables: [...word.variables, ...part.variables] };
}

function partAt(line: string, at: number): Part | undefined {
  const c = line[at];
  switch (c) {
    case "'": {
      const end = line.indexOf("'", at + 1);
      return end === -1 ? undefined : toPart(line.slice(at + 1, end), end + 1);
    }
    case '"':
      return quotedAt(line, at);
    case '\\':
      return toPart(line[at + 1] === '\n' ? '' : (line[at + 1] ?? ''), at + 2);
    case '$':
    case '`':
      return expansionAt(line, at);
    case '*':
      return toPart(SOME, at + 1);
    case '?':
      return toPart(ONE, at + 1);
    default: {
      const [set, range] = /^(?:\[[^\]\s]+\]|(\{[^}\s]*\}))/.exec(line.slice(at, at + 200)) ?? [];
      if (set !== undefined) return toPart(range === undefined ? ONE : ANY, at + set.length);
      return toPart(c ?? '', at + 1);
    }
  }
}

/** Parses a double-quoted string, in which only variables and substitutions are special. */
function quotedAt(line: string, at: number): Part | undefined {
  let part = toPart('', at + 1);
  while (line[part.end] !== '"') {
    const c = line[part.end];
    if (c === undefined) return undefined;
    const next = /[$`\\]/.test(c) ? partAt(line, part.end) : toPart(c, part.end + 1);
    if (next === undefined) return undefined;
    part = { ...joined(part, next), inner: [...part.inner, ...next.inner] };
  }
  return { ...part, end: part.end + 1 };
}

function expansionAt(line: string, at: number): Part | undefined {
  const rest = line.slice(at);
  const [variable, bare, braced] = /^\$(?:([A-Za-z_]\w*)|\{([A-Za-z_]\w*)\})/.exec(rest) ?? [];
  if (variable !== undefined) return { ...toPart(VARIABLE, at + variable.length), variables: [bare ?? braced ?? ''] };
  const length = rest.startsWith('`') ? rest.indexOf('`', 1) + 1 : bracketLength(rest);
  if (length === 0) return undefined;
  if (length !== undefined) {
    const inner = rest.startsWith('`')
      ? [rest.slice(1, length - 1)]
      : rest.startsWith('$(')
        ? [rest.slice(2, length - 1)]
        : [];
    return { ...toPart(ANY, at + length), inner };
  }
  return /^\$[@*#?$!\-0-9]/.test(rest) ? toPart(ANY, at + 2) : toPart('$', at + 1);
}

/** Returns the length of a `$(...)` or `${...}`; 0 if it is not closed, undefined if there is none. */
function bracketLength(rest: string): number | undefined {
  const [open, close] = rest.startsWith('$(') ? ['(', ')'] : ['{', '}'];
  if (rest[1] !== open) return undefined;
  let depth = 0;
  for (let end = 1; end < rest.length; end++) {
    const c = rest[end];
    if (c === '\\') end++;
    else if (c === "'" || c === '"') end = endOr(rest.indexOf(c, end + 1), rest.length);
    else if (c === open) depth++;
    else if (c === close && --depth === 0) return end + 1;
  }
  return 0;
}
