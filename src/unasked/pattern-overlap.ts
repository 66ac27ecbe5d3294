import { putNewest } from '../session-memory/put-newest.ts';

/** Mark for any characters of a path, including slashes. */
export const ANY = '\uE000';
/** Mark for any characters of one name. */
export const SOME = '\uE001';
/** Mark for one character of a name. */
export const ONE = '\uE002';

const MARK = new RegExp(`[${ANY}${SOME}${ONE}]`);
const MARKS = new RegExp(MARK, 'g');
const MEANINGS: Readonly<Record<string, string>> = { [ANY]: '[^]*', [SOME]: '[^/]*', [ONE]: '[^/]' };
/** Max compiled patterns to cache. Most patterns are the same each time. */
const MAX_PATTERNS = 256;
const compiled = new Map<string, RegExp>();

/**
 * True if some path matches both patterns. Patterns are texts in which `ANY`, `SOME` and `ONE` stand for unknown parts.
 * A pattern without marks is the path itself.
 */
export function patternsOverlap(one: string, other: string): boolean {
  if (!MARK.test(one)) return MARK.test(other) ? compile(other).test(one) : one === other;
  if (!MARK.test(other)) return compile(one).test(other);
  // Entry j tells whether the rest of `other` from j may match the rest of `one`.
  let below = new Array<boolean>(other.length + 1);
  for (let j = other.length; j >= 0; j--) below[j] = j === other.length || (isMany(other[j]) && below[j + 1] === true);
  for (let i = one.length - 1; i >= 0; i--) {
    const row = new Array<boolean>(other.length + 1);
    for (let j = other.length; j >= 0; j--) {
      const [a, b] = [one[i] as string, other[j]];
      if (isMany(a)) row[j] = below[j] === true || (takes(a, b) && row[j + 1] === true);
      if (isMany(b)) row[j] = row[j] === true || row[j + 1] === true || (takes(b as string, a) && below[j] === true);
      if (!isMany(a) && !isMany(b)) row[j] = isSame(a, b) && below[j + 1] === true;
    }
    below = row;
  }
  return below[0] === true;
}

/** Returns a test whether a path, or a pattern of one, overlaps with any of these patterns. */
export function overlapsAny(patterns: readonly string[]): (name: string) => boolean {
  const all = new RegExp(`^(?:${patterns.map(toSource).join('|')})$`);
  return (name) => (MARK.test(name) ? patterns.some((one) => patternsOverlap(one, name)) : all.test(name));
}

function compile(pattern: string): RegExp {
  const made = compiled.get(pattern) ?? new RegExp(`^${toSource(pattern)}$`);
  putNewest(compiled, pattern, made, MAX_PATTERNS);
  return made;
}

function toSource(pattern: string): string {
  const escaped = pattern.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return escaped.replaceAll(MARKS, (mark) => MEANINGS[mark] as string);
}

const isMany = (c: string | undefined): boolean => c === ANY || c === SOME;

function takes(many: string, c: string | undefined): boolean {
  return c !== undefined && !isMany(c) && (many === ANY || c !== '/');
}

function isSame(a: string, b: string | undefined): boolean {
  return a === b || (a === ONE && b !== undefined && b !== '/') || (b === ONE && a !== '/');
}
