import { PatternError } from './pattern-error.ts';
import type { Assertion, CharacterTest, ParsedPattern, PatternTree } from './pattern-tree.ts';

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
type CharacterSets = Readonly<ReturnType<typeof createCharacterSets>>;

/**
 * Tests each set with the runtime's own regular expressions, on a single character. Nothing can backtrack, so the time
 * does not depend on the text.
 */
function createCharacterSets(ignoreCase: boolean) {
  const numbers = new Map<string, number>();
  const tests: CharacterTest[] = [];
  return {
    tests,
    /** Returns the number of the set for a class, an escape or a character. Throws a `PatternError`. */
    add(source: string): number {
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
function literalSet(character: string): string {
  return /[$()*+./?[\\\]^{|}-]/.test(character) ? `[\\${character}]` : character;
}

/** Reads the class that opens at `at`: its source for the runtime, and the offset after it. Throws a `PatternError`. */
function readClass(pattern: string, at: number): { readonly source: string; readonly end: number } {
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
const toEscape = (c: string): string => (/[A-Za-z0-9$()*+./?[\\\]^{|}-]/.test(c) ? `\\${c}` : c);

/** Max repeats in `{n,m}`. */
const MAX_TIMES = 1000;

const ASSERTIONS: Readonly<Record<string, Assertion>> = { b: 'word', B: 'notWord', A: 'start', z: 'end', Z: 'end' };

interface Parsing {
  readonly pattern: string;
  readonly sets: CharacterSets;
  at: number;
}

/**
 * Parses a pattern: the common syntax of regular expressions, without lookaround and backreferences, which no
 * linear-time search supports. Throws a `PatternError`.
 */
export function parsePattern(pattern: string): ParsedPattern {
  const flags = /^\(\?([ims]+)\)/.exec(pattern);
  const sets = createCharacterSets(flags?.[1]?.includes('i') ?? false);
  const parsing: Parsing = { pattern, sets, at: flags?.[0].length ?? 0 };
  const tree = readChoice(parsing);
  if (parsing.at < pattern.length) throw new PatternError('")" has no opening "("');
  return { tree, sets: sets.tests };
}

function readChoice(parsing: Parsing): PatternTree {
  const options = [readSequence(parsing)];
  while (parsing.pattern[parsing.at] === '|') {
    parsing.at++;
    options.push(readSequence(parsing));
  }
  return options.length === 1 ? (options[0] as PatternTree) : { kind: 'choice', options };
}

function readSequence(parsing: Parsing): PatternTree {
  const parts: PatternTree[] = [];
  while (parsing.at < parsing.pattern.length && !'|)'.includes(parsing.pattern[parsing.at] as string)) {
    parts.push(readRepeated(parsing));
  }
  return { kind: 'sequence', parts };
}

function readRepeated(parsing: Parsing): PatternTree {
  const of = readOne(parsing);
  const times = readTimes(parsing);
  if (times === undefined) return of;
  // A lazy repeat matches the same lines.
  if (parsing.pattern[parsing.at] === '?') parsing.at++;
  if (readTimes(parsing) !== undefined) throw new PatternError('two repeats follow each other');
  return { kind: 'repeat', of, ...times };
}

function readTimes(parsing: Parsing): { readonly min: number; readonly max: number } | undefined {
  const found = /^(?:([*+?])|\{(\d{1,6})(,?)(\d{0,6})\})/.exec(parsing.pattern.slice(parsing.at, parsing.at + 20));
  if (found === null) return undefined;
  const [all, sign, from, comma, to] = found;
  if (sign === undefined && comma === '' && to !== '') return undefined;
  parsing.at += all.length;
  if (sign !== undefined) return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Number.POSITIVE_INFINITY };
  const min = Number(from);
  const max = to !== '' ? Number(to) : comma === '' ? min : Number.POSITIVE_INFINITY;
  if (min > MAX_TIMES || (max !== Number.POSITIVE_INFINITY && max > MAX_TIMES) || min > max) {
    throw new PatternError(`"${all}": expected at most ${MAX_TIMES} repeats, the smaller number first`);
  }
  return { min, max };
}

function readOne(parsing: Parsing): PatternTree {
  const { pattern, sets, at } = parsing;
  const c = String.fromCodePoint(pattern.codePointAt(at) as number);
  parsing.at += c.length;
  if (c === '(') return readGroup(parsing);
  if (c === '^' || c === '$') return { kind: 'assert', assertion: c === '^' ? 'start' : 'end' };
  if (c === '\\') return readEscape(parsing);
  if (c === '*' || c === '+' || c === '?') throw new PatternError(`"${c}" has nothing to repeat`);
  if (c === '[') {
    const { source, end } = readClass(pattern, at);
    parsing.at = end;
    return { kind: 'set', set: sets.add(source) };
  }
  return { kind: 'set', set: sets.add(c === '.' ? '.' : literalSet(c)) };
}

function readGroup(parsing: Parsing): PatternTree {
  const rest = parsing.pattern.slice(parsing.at);
  const opening = /^\?(?::|P?<[A-Za-z_]\w*>)/.exec(rest);
  if (opening === null && rest.startsWith('?')) {
    throw new PatternError(`"(${rest.slice(0, 3)}" is not supported; use (…), (?:…), (?<name>…), or (?i) at the start`);
  }
  parsing.at += opening?.[0].length ?? 0;
  const inner = readChoice(parsing);
  if (parsing.pattern[parsing.at] !== ')') throw new PatternError('"(" has no closing ")"');
  parsing.at++;
  return inner;
}

function readEscape(parsing: Parsing): PatternTree {
  const { pattern, sets, at } = parsing;
  const c = pattern[at];
  if (c === undefined) throw new PatternError('nothing follows the "\\" at the end');
  const assertion = ASSERTIONS[c];
  if (assertion !== undefined) {
    parsing.at++;
    return { kind: 'assert', assertion };
  }
  const known = /^(?:[dDwWsStnrfv]|[pP]\{[\w=]{1,60}\}|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]{1,6}\}|0(?!\d))/;
  const found = known.exec(pattern.slice(at, at + 70));
  if (found !== null) {
    parsing.at += found[0].length;
    return { kind: 'set', set: sets.add(`\\${found[0]}`) };
  }
  if (/[A-Za-z0-9]/.test(c)) {
    throw new PatternError(`"\\${c}" is not supported${/[1-9k]/.test(c) ? '; there are no backreferences' : ''}`);
  }
  const character = String.fromCodePoint(pattern.codePointAt(at) as number);
  parsing.at += character.length;
  return { kind: 'set', set: sets.add(literalSet(character)) };
}
