/** Escapes that may stand for a carriage return: a class of which it is to be no member any more. */
const CLASS = /^\\(?:[sDW]|[pP]\{[^}]*\}|[pP][A-Z])/;

/**
 * A pattern of ripgrep's that takes `\r\n` for a line's end as well: its `$` stands before the `\r`, and no class has
 * that as a member. Written out, because `rg --crlf` before version 14 never ends on some files with a lone `\r`.
 */
export function withCrlfEnds(pattern: string): string {
  let out = '';
  for (let at = 0; at < pattern.length; ) {
    const c = pattern[at] as string;
    if (c === '\\') {
      const known = CLASS.exec(pattern.slice(at, at + 40))?.[0];
      out += known === undefined ? pattern.slice(at, at + 2) : `[${known}--\r]`;
      at += known?.length ?? 2;
    } else if (c === '[') {
      const end = bracketsEnd(pattern, at);
      out += `[${pattern.slice(at, end)}--\r]`;
      at = end;
    } else {
      out += c === '$' ? '(?:\r?$)' : c === '.' ? '[^\r\n]' : c;
      at++;
    }
  }
  return out;
}

/** The offset behind a class in brackets, which may hold others. */
function bracketsEnd(pattern: string, from: number): number {
  let depth = 0;
  for (let at = from; at < pattern.length; at++) {
    const c = pattern[at];
    if (c === '\\') at++;
    else if (c === ']' && --depth === 0) return at + 1;
    else if (c === '[') {
      depth++;
      if (pattern[at + 1] === '^') at++;
      // First in its class, it is a character.
      if (pattern[at + 1] === ']') at++;
    }
  }
  return pattern.length;
}
