/** Class escapes that may include the carriage return, which must be excluded. */
const CLASS = /^\\(?:[sDW]|[pP]\{[^}]*\}|[pP][A-Z])/;

/**
 * Rewrites a ripgrep pattern so that `\r\n` also ends a line: `$` matches before `\r`, and no class contains it. `rg
 * --crlf` is not used, because before version 14 it loops forever on some files with a lone `\r`.
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

/** Returns the offset after a bracket class, which may contain others. */
function bracketsEnd(pattern: string, from: number): number {
  let depth = 0;
  for (let at = from; at < pattern.length; at++) {
    const c = pattern[at];
    if (c === '\\') at++;
    else if (c === ']' && --depth === 0) return at + 1;
    else if (c === '[') {
      depth++;
      if (pattern[at + 1] === '^') at++;
      // A `]` in first position is a literal.
      if (pattern[at + 1] === ']') at++;
    }
  }
  return pattern.length;
}
