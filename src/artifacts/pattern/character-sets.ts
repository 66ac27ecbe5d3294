import { PatternError } from './pattern-error.ts';
import type { CharacterTest } from './pattern-tree.ts';

/** What `[[:name:]]` stands for, as grep knows it. */
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

/** The sets of one pattern, each once. */
export interface CharacterSets {
  readonly tests: readonly CharacterTest[];
  /** The number of the set that a class, an escape or a character stands for. Throws a `PatternError`. */
  add(source: string): number;
}

/**
 * Each set is tested by the runtime's own regular expressions, on a single character: there is nothing to go back over,
 * so that it takes the same time for any text.
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
    throw new PatternError(`${JSON.stringify(source.slice(0, 60))} is no set of characters`);
  }
  return (point) => one.test(String.fromCodePoint(point));
}

/** A single character, such that it stands for itself. */
export function literalSet(character: string): string {
  return /[$()*+./?[\\\]^{|}-]/.test(character) ? `[\\${character}]` : character;
}

/** The class that opens at `at`, as the runtime reads it, and the offset behind it. Throws a `PatternError`. */
export function readClass(pattern: string, at: number): { readonly source: string; readonly end: number } {
  let i = at + 1;
  let source = '[';
  if (pattern[i] === '^') source += pattern[i++];
  // As everywhere but in JavaScript, a bracket that comes first stands for itself.
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
      if (range === undefined) throw new PatternError(`"${posix[0]}" is not known`);
      source += range;
      i += posix[0].length - 1;
    } else if (c === '\\' && i + 1 < pattern.length) {
      source += toEscape(pattern[++i] as string);
    } else source += c === '[' ? '\\[' : c;
  }
  throw new PatternError('a "[" is not closed by "]"');
}

/** An escape within a class: what needs none, such as `\"`, is written without. */
function toEscape(c: string): string {
  return /[A-Za-z0-9$()*+./?[\\\]^{|}-]/.test(c) ? `\\${c}` : c;
}
