import { PatternError } from './pattern-error.ts';
import type { CharacterTest } from './pattern-tree.ts';

/** Classes of `[[:name:]]`, as in grep. */
const POSIX: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: 'A-Za-z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\s',
  blank: ' \\t',
  punct: '!-\\/:-@\\[-`\\{-~',
  xdigit: '0-9A-Fa-f',
  word: '\\w',
};

/** The distinct sets of one pattern. */
export interface CharacterSets {
  readonly tests: readonly CharacterTest[];
  /** Returns the number of the set for a class, an escape or a character. Throws a `PatternError`. */
  add(source: string): number;
}

/**
 * Tests each set with the runtime's own regular expressions, on a single character. Nothing can backtrack, so the time
 * does not depend on the text.
 */
export function createCharacterSets(ignoreCase: boolean): CharacterSets {
  const numbers = new Map<string, number>();
  const tests: CharacterTest[] = [];
  return {
    tests,
    add(source) {
      const known = numbers.get(source);
      if (known !== undefined) return known;
      tests.push(source === '.' ? () => true : toTest(source, ignoreCase));
      numbers.set(source, tests.length - 1);
      return tests.length - 1;
    },
  };
}

function toTest(source: string, ignoreCase: boolean): CharacterTest {
  let one: RegExp;
  try {
    one = new RegExp(`^${source}$`, ignoreCase ? 'iu' : 'u');
  } catch {
    throw new PatternError(`${JSON.stringify(source.slice(0, 60))} is not a valid set of characters`);
  }
  return (point) => one.test(String.fromCodePoint(point));
}

/** Escapes a character so that it stands for itself. */
export function literalSet(character: string): string {
  return /[$()*+./?[\\\]^{|}-]/.test(character) ? `[\\${character}]` : character;
}

/** Reads the class that opens at `at`: its source for the runtime, and the offset after it. Throws a `PatternError`. */
export function readClass(pattern: string, at: number): { readonly source: string; readonly end: number } {
  let i = at + 1;
  let source = '[';
  if (pattern[i] === '^') source += pattern[i++];
  // A leading bracket stands for itself, as everywhere except in JavaScript.
  if (pattern[i] === ']' && pattern.includes(']', i + 1)) {
    source += '\\]';
    i++;
  }
  for (; i < pattern.length; i++) {
    const c = pattern[i] as string;
    if (c === ']') return { source: `${source}]`, end: i + 1 };
    const posix = c === '[' ? /^\[:([a-z]+):\]/.exec(pattern.slice(i, i + 20)) : null;
    if (posix !== null) {
      const range = POSIX[posix[1] as string];
      if (range === undefined) throw new PatternError(`"${posix[0]}" is not a known class`);
      source += range;
      i += posix[0].length - 1;
    } else if (c === '\\' && i + 1 < pattern.length) {
      source += toEscape(pattern[++i] as string);
    } else source += c === '[' ? '\\[' : c;
  }
  throw new PatternError('"[" has no closing "]"');
}

/** Escapes a character within a class; needless escapes, such as `\"`, are dropped. */
function toEscape(c: string): string {
  return /[A-Za-z0-9$()*+./?[\\\]^{|}-]/.test(c) ? `\\${c}` : c;
}
