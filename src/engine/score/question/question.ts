import { eachName, stem } from '../../../text/words.ts';
import { WEIGHTS } from '../weights.ts';
import { abbreviations, related } from './abbreviations.ts';
import { phrases } from './phrases.ts';
import { addTerm, pairKey, readTerms, type Term, type TermMatch } from './question-terms.ts';
import { translations } from './translations.ts';

const PARTICLES: ReadonlySet<string> = new Set([
  'away',
  'back',
  'down',
  'in',
  'off',
  'on',
  'out',
  'over',
  'through',
  'up',
]);

/** Prefixes that replace a word next to a verb if both are written as one. */
const AGAIN = ['re'] as const;
const NOT = ['un', 'in', 'non', 'dis'] as const;

/**
 * Yields stems of verbs that a question writes as two words and code as one, each with the term number of the verb.
 * Examples: `timed out` is `timeout`, `logs in` is `login`, `shutting down` is `shutdown`, `tried again` is `retried`,
 * `not tracked` is `untracked`.
 */
export function* joinedVerbs(
  question: string,
  termOf: (word: string) => number | undefined,
): Generator<readonly [joined: string, term: number]> {
  let before = '';
  const found: (readonly [string, string])[] = [];
  const prefixed: (readonly [string, readonly string[]])[] = [];
  eachName(question, 0, question.length, (from, to) => {
    const word = question.slice(from, to).toLowerCase();
    if (before !== '' && PARTICLES.has(word)) found.push([before, word]);
    if (before !== '' && word === 'again') prefixed.push([before, AGAIN]);
    if (DENIES.test(before)) prefixed.push([word, NOT]);
    // The tokenizer splits `isn't` into two names.
    before = word === 't' && before.endsWith('n') ? 'not' : word;
  });
  for (const [verb, particle] of found) {
    const term = termOf(verb);
    if (term === undefined) continue;
    for (const base of basesOf(verb)) yield [stem(base + particle), term];
  }
  for (const [verb, prefixes] of prefixed) {
    const term = termOf(verb);
    if (term === undefined) continue;
    for (const prefix of prefixes) yield [stem(prefix + verb), term];
  }
}

const DENIES = /^(?:not|never)$/;

/** Guesses the base forms of a verb. Guesses that are not words match nothing. */
function basesOf(verb: string): readonly string[] {
  const [, cut = verb] = /^(.{2,}?)(?:ing|ed|s)$/.exec(verb) ?? [];
  const single = cut.at(-1) === cut.at(-2) ? [cut.slice(0, -1)] : [];
  return [verb, cut, `${cut}e`, ...single];
}

export interface Question {
  readonly terms: readonly Term[];
  /** Returns the match of a lower-case word of the text, or undefined. Caches its answers. */
  match(word: string): TermMatch | undefined;
  /** Returns the match of a whole compound name in lower case without joiners (`http_server` → `httpserver`). */
  matchName(name: string): TermMatch | undefined;
  /** Returns the term for two adjacent terms of the question, or -1. */
  pair(first: number, second: number): number;
  /** False if no word that begins with these units can match (lower case; the third is 0 for shorter words). */
  mayMatch(first: number, second: number, third: number): boolean;
}

/** Strength of a word of the same field. */
const SAME_FIELD = 0.45;
/** Strength of a word that another language or another phrase stands for. */
const MEANT = 0.6;
const SPOKEN = /[\p{L}\d]+/gu;
/** Max characters of a question that are searched for phrases and other languages. */
const MAX_SPOKEN = 1000;
const MAX_CHARS = 20_000;
/** Max words whose match is cached. */
const MAX_SEEN = 20_000;

/** Parses a question into terms: its words, compound names, and their usual abbreviations. Deterministic. */
export function readQuestion(text: string): Question {
  const source = text.slice(0, MAX_CHARS);
  const { terms, byStem, byName, pairs } = readTerms(source);
  const long = [...byStem].filter(([s]) => s.length >= 4);
  for (const [joined, term] of joinedVerbs(source, (word) => byStem.get(stem(word))?.term)) {
    if (!byStem.has(joined)) byStem.set(joined, { term, strength: 1 });
  }
  /** A word of a script without spaces may be longer than a term. */
  const termFor = (word: string): number => (byStem.get(stem(word)) ?? byStem.get(word))?.term ?? addTerm(terms, word);
  const spoken = source.slice(0, MAX_SPOKEN);
  const meant = [...phrases(spoken.toLowerCase().match(SPOKEN) ?? []), ...translations(spoken, [...byStem.keys()])].map(
    ([meaning, word]) => ({ meaning, term: termFor(word) }),
  );
  const starts = addVariants(byStem, byName, meant);
  return {
    terms,
    match: createMatch(byStem, long),
    pair: (first, second) => pairs.get(pairKey(first, second)) ?? -1,
    // `sqlite3` in the text matches `SQLite`.
    matchName: (name) => byName.get(name) ?? (byName.size === 0 ? undefined : byName.get(withoutVersion(name))),
    mayMatch: (a, b, c) => starts[startKey(a, b, c)] === 1,
  };
}

/** Adds abbreviations and related words. Returns a table that says by `startKey` how words that match begin. */
function addVariants(
  byStem: Map<string, TermMatch>,
  byName: ReadonlyMap<string, TermMatch>,
  meant: readonly { readonly meaning: string; readonly term: number }[],
): Uint8Array {
  const starts = new Uint8Array(4096);
  const open = (word: string): void => {
    starts[startKey(word.charCodeAt(0), word.charCodeAt(1) || 0, word.charCodeAt(2) || 0)] = 1;
  };
  const add = (words: readonly string[], term: number, strength: number): void => {
    for (const word of words) {
      if (!byStem.has(word)) byStem.set(word, { term, strength });
      open(word);
    }
  };
  const own = [...byStem];
  for (const [s, { term }] of own) {
    open(s);
    add([...abbreviations(s), ...boundsOf(s), ...joinedOf(s)], term, WEIGHTS.abbreviation);
  }
  for (const { meaning, term } of meant) add([meaning, ...abbreviations(meaning)], term, MEANT);
  for (const [s, { term }] of own) add(related(s), term, SAME_FIELD);
  for (const [name, { term }] of byName) {
    open(name);
    add([...abbreviations(name), `lib${name}`], term, WEIGHTS.abbreviation);
  }
  return starts;
}

function createMatch(
  byStem: ReadonlyMap<string, TermMatch>,
  long: readonly (readonly [stem: string, match: TermMatch])[],
): Question['match'] {
  const seen = new Map<string, TermMatch | null>();
  const resolve = (word: string): TermMatch | undefined => {
    const s = stem(word);
    const exact = byStem.get(s) ?? byStem.get(word) ?? byStem.get(withoutVersion(word));
    if (exact) return exact;
    for (const [other, { term }] of long) {
      if (s.startsWith(other)) return { term, strength: WEIGHTS.longer };
      if (s.length >= 4 && other.startsWith(s)) return { term, strength: WEIGHTS.shorter };
    }
    return undefined;
  };
  return (word) => {
    let m = seen.get(word);
    if (m === undefined) {
      m = resolve(word) ?? null;
      if (seen.size < MAX_SEEN) seen.set(word, m);
    }
    return m ?? undefined;
  };
}

/** Returns a name without trailing digits. */
function withoutVersion(name: string): string {
  let end = name.length;
  while (end > 0 && name.charCodeAt(end - 1) >= 48 && name.charCodeAt(end - 1) <= 57) end--;
  return end === name.length ? name : name.slice(0, end);
}

/**
 * Returns variants with a prefix: a number as a name may have a letter before it (`p4001`), and a library has `lib`.
 */
function joinedOf(word: string): readonly string[] {
  if (/^\d{3,}$/.test(word)) return LETTERS.map((letter) => letter + word);
  // `nprocs` is the number of procs.
  return word.length < 3 || /\d/.test(word) ? [] : [`lib${word}`, `n${word}`];
}

const LETTERS: readonly string[] = [...'abcdefghijklmnopqrstuvwxyz'];

/** Returns the names that settings use for a bound: `maxmemory`, `minlength`. */
function boundsOf(word: string): readonly string[] {
  return word.length < 4 ? [] : [`max${word}`, `min${word}`];
}

function startKey(a: number, b: number, c: number): number {
  return (Math.imul(a * 31 + b, 961) + c * 7) & 4095;
}
