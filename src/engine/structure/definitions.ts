/** Offsets of the name that a line defines. `container`: holds further definitions (class, module). */
export interface DefinitionName {
  readonly from: number;
  readonly to: number;
  readonly container: boolean;
}

/** Words that open a block without defining anything. */
export const CONTROL: ReadonlySet<string> = new Set(
  'if else elif elsif for foreach while do switch case default match try catch except finally with return throw raise await yield new when unless until loop select go defer assert using lock synchronized'.split(
    ' ',
  ),
);

const MODIFIER =
  /^(?:export|default|public|private|protected|internal|static|final|abstract|async|pub|unsafe|extern|inline|virtual|override|open|sealed|data|suspend|partial|readonly|declare|local|const|constexpr|explicit|friend|get|set)$/;
const CONTAINER = new Set(
  'class struct enum interface trait impl module mod namespace object record union extension protocol'.split(' '),
);
const CALLABLE = new Set([
  'def',
  'function',
  'fn',
  'func',
  'fun',
  'sub',
  'proc',
  'macro_rules',
  'type',
  'typedef',
  'macro',
]);

/**
 * Finds the name that the line `[from, to)` defines, if any. The name follows a defining keyword or precedes the
 * first `(` of a line that opens a block. Otherwise it precedes the `=` or `:` of a function or object value.
 */
export function definitionName(
  source: string,
  from: number,
  to: number,
  opens: boolean,
  indent: number,
  first: string,
): DefinitionName | undefined {
  // Searches a short copy, so that looking for a missing character does not scan to the end of the source.
  const name = inQueue(source.slice(from, to), opens, indent, first);
  return name && { from: name.from + from, to: name.to + from, container: name.container };
}

function inQueue(text: string, opens: boolean, indent: number, first: string): DefinitionName | undefined {
  const from = 0;
  const to = text.length;
  let at = 0;
  let word = first;
  for (let i = 0; i < 6; i++) {
    if (CONTAINER.has(word) || CALLABLE.has(word)) {
      const name = afterKeyword(text, at + word.length, to, word);
      // `type` and `object` are also plain variable names. A definition has a name next to the keyword.
      if (name) return { ...name, container: CONTAINER.has(word) };
      break;
    }
    if (!MODIFIER.test(word)) break;
    at += word.length;
    if (text.charCodeAt(at) === 40) at = closing(text, at, to) + 1; // pub(crate)
    while (at < to && isSpace(text.charCodeAt(at))) at++;
    word = wordAt(text, at, to);
  }
  if (!opens) return undefined;
  const open = text.indexOf('(', from);
  const equals = assignment(text, from, to);
  if (equals > 0 && (open < 0 || open > equals)) {
    if (indent > 8) return undefined;
    const rest = text.slice(equals + 1, to);
    const callable = /function|=>|lambda|\bclass\b|\(\s*$/.test(rest);
    if (!callable && indent > 0) return undefined;
    const name = nameBefore(text, from, equals);
    return name && { ...name, container: false };
  }
  if (open < 0 || open >= to || indent > 8) return undefined;
  const last = text.charCodeAt(to - 1);
  // Requires a block or a parameter list that continues. A call that merely wraps ends in neither at the margin.
  if (!(last === 123 || last === 40 || last === 44 || last === 41 || last === 58)) return undefined;
  if (indent > 0 && last !== 123 && last !== 40 && last !== 44) return undefined;
  const name = nameBefore(text, from, open);
  return name && { ...name, container: false };
}

function isSpace(c: number): boolean {
  return c === 32 || c === 9;
}

function isNameUnit(c: number): boolean {
  return (c >= 97 && c <= 122) || (c >= 65 && c <= 90) || (c >= 48 && c <= 57) || c === 95 || c === 36 || c >= 0xc0;
}

function wordAt(text: string, at: number, to: number): string {
  let i = at;
  while (i < to && isNameUnit(text.charCodeAt(i))) i++;
  return text.slice(at, i);
}

function closing(text: string, at: number, to: number): number {
  const i = text.indexOf(')', at);
  return i < 0 || i >= to ? to : i;
}

function afterKeyword(text: string, at: number, to: number, word: string): { from: number; to: number } | undefined {
  let i = at;
  const c = text.charCodeAt(i);
  if (!isSpace(c) && c !== 42 && c !== 33 && c !== 60 && !(c === 40 && word === 'type')) return undefined;
  while (i < to && !isNameUnit(text.charCodeAt(i))) {
    const u = text.charCodeAt(i);
    if (u === 40)
      i = closing(text, i, to); // Go: func (receiver) name
    else if (u === 61 || u === 58 || u === 46) return undefined;
    i++;
  }
  let end = i;
  if (word === 'impl') {
    end = text.indexOf('{', i);
    if (end < 0 || end > to) end = to;
  } else
    while (end < to && (isNameUnit(text.charCodeAt(end)) || (text.charCodeAt(end) === 46 && word !== 'type'))) end++;
  return end > i ? { from: i, to: end } : undefined;
}

/** Returns the offset of the first `=`, `:=` or `:` that gives a name a value, or -1. */
function assignment(text: string, from: number, to: number): number {
  for (let i = from; i < to; i++) {
    const c = text.charCodeAt(i);
    if (c === 40 || c === 123) return -1;
    if (c === 61) return text.charCodeAt(i + 1) === 61 ? -1 : i;
    if (c === 58 && text.charCodeAt(i + 1) !== 58 && text.charCodeAt(i - 1) !== 58) return i;
  }
  return -1;
}

function nameBefore(text: string, from: number, before: number): { from: number; to: number } | undefined {
  let to = before;
  while (to > from && !isNameUnit(text.charCodeAt(to - 1))) to--;
  let at = to;
  while (at > from && isNameUnit(text.charCodeAt(at - 1))) at--;
  return to > at ? { from: at, to } : undefined;
}
