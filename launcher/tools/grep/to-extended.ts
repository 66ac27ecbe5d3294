/** A pattern in the syntax of `grep -E`, or the construct that it cannot express. */
export type Extended = { readonly ok: true; readonly pattern: string } | { readonly ok: false; readonly what: string };

/** Escapes for character classes: outside brackets, and within them (undefined if impossible there). */
const CLASSES: Readonly<Record<string, readonly [alone: string, bracketed: string | undefined]>> = {
  d: ['[0-9]', '0-9'],
  D: ['[^0-9]', undefined],
  w: ['[[:alnum:]_]', '[:alnum:]_'],
  W: ['[^[:alnum:]_]', undefined],
  s: ['[[:space:]]', '[:space:]'],
  S: ['[^[:space:]]', undefined],
  h: ['[[:blank:]]', '[:blank:]'],
};
/** The same escapes if `\r` is part of the line ending and so not a member of any class. */
const CRLF_CLASSES: typeof CLASSES = {
  ...CLASSES,
  D: ['[^0-9\r]', undefined],
  W: ['[^[:alnum:]_\r]', undefined],
  s: ['[[:blank:]\v\f]', '[:blank:]\v\f'],
};
/** End of a line. It is a group, because a repeat may follow. */
const CRLF_END = '(\r?$)';
const CONTROLS: Readonly<Record<string, string>> = { t: '\t', r: '\r', f: '\f', v: '\v', a: '\u0007' };
const ASSERTIONS: Readonly<Record<string, string>> = { b: '\\b', B: '\\B', '<': '\\<', '>': '\\>', A: '^', z: '$' };

/** Matches an unescaped `(` or `|` at the end, where a group or an alternative starts. */
const OPENING = /(?<!\\)(?:\\\\)*[(|]$/;
const REPEAT = /^(?:[*+?]|\{\d+(?:,\d*)?\})/;

class Untranslatable extends Error {}

/**
 * Translates ripgrep's regular expressions into POSIX extended ones. Their syntax differs: to `grep -E`, `\d` is the
 * letter d. A construct without a translation is refused, because searching for something else would look like a search
 * without matches. With `crlf`, `\r\n` ends a line, as in `rg --crlf`.
 */
export function toExtended(pattern: string, crlf = false): Extended {
  try {
    return { ok: true, pattern: translate(pattern, crlf) };
  } catch (error) {
    if (error instanceof Untranslatable) return { ok: false, what: error.message };
    throw error;
  }
}

function translate(pattern: string, crlf: boolean): string {
  let out = '';
  for (let at = 0; at < pattern.length; ) {
    const c = pattern[at] as string;
    const repeat = REPEAT.exec(pattern.slice(at, at + 20))?.[0];
    if (c === '\n') throw new Untranslatable('a line break');
    if (repeat !== undefined && (at === 0 || OPENING.test(out)))
      throw new Untranslatable(`"${repeat}" with nothing before it`);
    if (c === '\\') {
      const { text, end } = readEscape(pattern, at, crlf);
      out += text;
      at = end;
    } else if (c === '[') {
      const { text, end } = readBrackets(pattern, at, crlf);
      out += text;
      at = end;
    } else if (c === '(' && pattern[at + 1] === '?') {
      const opening = /^\(\?(?::|P?<[A-Za-z_]\w*>)/.exec(pattern.slice(at, at + 80))?.[0];
      if (opening === undefined) throw new Untranslatable(`"${pattern.slice(at, at + 4)}"`);
      out += '(';
      at += opening.length;
    } else if ('*+?}'.includes(c) && pattern[at + 1] === '?') {
      // A lazy repeat matches the same lines as a greedy one.
      out += c;
      at += 2;
    } else if (c === '{' && repeat === undefined) {
      out += '\\{';
      at++;
    } else {
      out += crlf && c === '$' ? CRLF_END : crlf && c === '.' ? '[^\r]' : c;
      at++;
    }
  }
  return out;
}

interface Part {
  readonly text: string;
  readonly end: number;
}

function readEscape(pattern: string, at: number, crlf: boolean): Part {
  const c = pattern[at + 1] ?? '';
  const end = at + 2;
  const known = (crlf ? CRLF_CLASSES : CLASSES)[c]?.[0] ?? CONTROLS[c] ?? ASSERTIONS[c];
  if (known !== undefined) return { text: known, end };
  const code = /^\\(?:x([0-9A-Fa-f]{2})|x\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|u\{([0-9A-Fa-f]{1,6})\})/.exec(
    pattern.slice(at, at + 12),
  );
  if (code !== null) {
    const point = Number.parseInt(code[1] ?? code[2] ?? code[3] ?? code[4] ?? '', 16);
    if (point === 0x0a || point === 0 || point > 0x10ffff) throw new Untranslatable(`"${code[0]}"`);
    return { text: literal(String.fromCodePoint(point)), end: at + code[0].length };
  }
  if (c === '' || /[A-Za-z0-9]/.test(c)) throw new Untranslatable(`"\\${c}"`);
  return { text: literal(c), end };
}

function literal(character: string): string {
  return /[$()*+.?[\\\]^{|}]/.test(character) ? `\\${character}` : character;
}

/**
 * Translates a bracket expression. POSIX has no escapes there; special characters are literal only in certain
 * positions.
 */
function readBrackets(pattern: string, from: number, crlf: boolean): Part {
  let at = from + 1;
  const negated = pattern[at] === '^';
  if (negated) at++;
  let ranges = '';
  const own = { bracket: false, caret: false, dash: false, backslash: false };
  for (let first = true; ; first = false) {
    const c = pattern[at];
    if (c === undefined) throw new Untranslatable('a "[" without its "]"');
    if (c === ']' && !first) break;
    if (/^(?:&&|--|~~)/.test(pattern.slice(at, at + 2)))
      throw new Untranslatable(`"${pattern.slice(at, at + 2)}" in "[…]"`);
    const posix = /^\[:\^?[a-z]+:\]/.exec(pattern.slice(at, at + 14))?.[0];
    if (posix !== undefined) {
      if (posix.includes('^')) throw new Untranslatable(`"${posix}"`);
      ranges += crlf && posix === '[:space:]' ? '[:blank:]\v\f' : posix;
      at += posix.length;
      continue;
    }
    if (c === '[') throw new Untranslatable('a "[" in "[…]"');
    const one = readMember(pattern, at, crlf);
    at = one.end;
    const hasTo = pattern[at] === '-' && pattern[at + 1] !== ']' && pattern[at + 1] !== undefined && isOne(one.text);
    if (hasTo && !/^--/.test(pattern.slice(at, at + 2))) {
      const to = readMember(pattern, at + 1, crlf);
      if (/[\]^\\-]/.test(one.text + to.text) || !isOne(to.text)) throw new Untranslatable('a range of signs in "[…]"');
      ranges += `${one.text}-${to.text}`;
      at = to.end;
    } else if (one.text === ']') own.bracket = true;
    else if (one.text === '^') own.caret = true;
    else if (one.text === '-') own.dash = true;
    else if (one.text === '\\') own.backslash = true;
    else ranges += one.text;
  }
  const inner = `${own.bracket ? ']' : ''}${ranges}${negated && crlf ? '\r' : ''}${own.backslash ? '\\' : ''}`;
  // A caret in first position would negate the class.
  if (own.caret && inner === '' && !negated) {
    if (own.dash) return { text: '[-^]', end: at + 1 };
    return { text: '\\^', end: at + 1 };
  }
  return { text: `[${negated ? '^' : ''}${inner}${own.caret ? '^' : ''}${own.dash ? '-' : ''}]`, end: at + 1 };
}

/** True if the text is one character. Outside the basic plane it has two UTF-16 units. */
function isOne(text: string): boolean {
  return text.length === String.fromCodePoint(text.codePointAt(0) as number).length;
}

/** Reads one member of a class: a character, or a class escape, whose translation is longer than one character. */
function readMember(pattern: string, at: number, crlf: boolean): Part {
  const c = String.fromCodePoint(pattern.codePointAt(at) as number);
  if (c !== '\\') return { text: c, end: at + c.length };
  const next = pattern[at + 1] ?? '';
  const several = (crlf ? CRLF_CLASSES : CLASSES)[next];
  if (several !== undefined) {
    if (several[1] === undefined) throw new Untranslatable(`"\\${next}" in "[…]"`);
    return { text: several[1], end: at + 2 };
  }
  if (ASSERTIONS[next] !== undefined && /[A-Za-z]/.test(next)) throw new Untranslatable(`"\\${next}" in "[…]"`);
  const { text, end } = readEscape(pattern, at, crlf);
  return { text: text.length > 1 && text.startsWith('\\') ? text.slice(1) : text, end };
}
