import { abbreviations, related } from './abbreviations.ts';
import { joinedVerbs } from './joined-verbs.ts';
import { WEIGHTS } from './weights.ts';
import { eachName, stem } from './words.ts';

/** A word or name that the question asks about. `weight` is its prior before rarity within the text is known, 0..2. */
export interface Term {
  readonly word: string;
  readonly weight: number;
}

/** How a word of the text matches the question: the term and the strength (0..1). */
export interface TermMatch {
  readonly term: number;
  readonly strength: number;
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

// Words that say nothing about where the answer is.
const STOP = new Set(
  (
    'a an the of to in on for and or is are be been being was were with that this these those it its as by from if when not no do does ' +
    'did will can could should would has have had which who whom whose what where why how than then so at into also more most only very just ' +
    'there here their they them he she his her we our us you your i me my but while after before during between about above below again ' +
    'any all some such each every other another same own both either neither nor too may might must shall let lets via per etc eg ie ' +
    'show find tell explain describe please like'
  ).split(' '),
);

// Words of change logs and doc comments. They occur everywhere and seldom name the thing itself.
const WEAK = new Set(
  (
    'use using used uses return returns returning add adds added fix fixes fixed make makes made support supports allow allows instead new ' +
    'bug issue problem change changes changed update updates updated improve improved better correctly properly wrong given get gets set sets ' +
    'function method class code file line value values type types object objects one two first last now still even because since without ' +
    'within whether called calls call causes cause ensure avoid handle handling behavior case cases way need needs work works out up over ' +
    'see commit due user users provide provides provided specified current existing default example note currently previously always never ' +
    'test tests implementation implement implemented true false null none'
  ).split(' '),
);

/** Strength of a word of the same field. */
const SAME_FIELD = 0.45;
const MAX_TERMS = 48;

/** Parses a question into terms: its words, compound names, and their usual abbreviations. Deterministic. */
export function readQuestion(text: string): Question {
  const terms: { word: string; weight: number }[] = [];
  const byStem = new Map<string, TermMatch>();
  const byName = new Map<string, TermMatch>();
  const long: { stem: string; term: number }[] = [];
  const source = text.length > 20_000 ? text.slice(0, 20_000) : text;

  eachName(source, 0, source.length, (from, to, ends, words) => {
    if (terms.length >= MAX_TERMS) return;
    let at = from;
    let joined = '';
    for (let i = 0; i < words; i++) {
      while (source.charCodeAt(at) === 95 || source.charCodeAt(at) === 36) at++;
      const word = source.slice(at, ends[i]).toLowerCase();
      at = ends[i] as number;
      joined += word;
      const s = stem(word);
      const known = byStem.get(s);
      if (known) {
        (terms[known.term] as { weight: number }).weight *= 1.05;
        continue;
      }
      if (terms.length >= MAX_TERMS || (words === 1 && STOP.has(word)) || (word.length < 2 && words > 1)) continue;
      if (word.length < 2 && !(word >= '0')) continue;
      const weight = WEAK.has(word) ? WEIGHTS.weak : word.length < 3 ? 0.6 : words > 1 ? WEIGHTS.camel : 1;
      byStem.set(s, { term: terms.length, strength: 1 });
      if (s.length >= 4) long.push({ stem: s, term: terms.length });
      terms.push({ word: s, weight: weight * (1 + WEIGHTS.early * Math.exp(-terms.length / 8)) });
    }
    const spelled = words > 1 || isCodeName(source, from, to);
    if (spelled && joined.length > 2 && !byName.has(joined) && terms.length < MAX_TERMS) {
      byName.set(joined, { term: terms.length, strength: 1 });
      terms.push({ word: joined, weight: WEIGHTS.spelled });
    }
  });

  // Adjacent words of the question are often one name in code: `null array` is `nullArray`.
  const pairs = new Map<number, number>();
  let before = -1;
  eachName(source, 0, source.length, (from, _to, ends, words) => {
    let at = from;
    for (let i = 0; i < words; i++) {
      while (source.charCodeAt(at) === 95 || source.charCodeAt(at) === 36) at++;
      const word = source.slice(at, ends[i]).toLowerCase();
      at = ends[i] as number;
      const m = words === 1 && STOP.has(word) ? undefined : byStem.get(stem(word));
      if (m && before >= 0 && before !== m.term && terms.length < MAX_TERMS && !pairs.has(before * 64 + m.term)) {
        const a = terms[before] as Term;
        const b = terms[m.term] as Term;
        pairs.set(before * 64 + m.term, terms.length);
        terms.push({ word: `${a.word} ${b.word}`, weight: WEIGHTS.pair * (a.weight + b.weight) });
      }
      before = m ? m.term : -1;
    }
  });

  for (const [joined, term] of joinedVerbs(source, (word) => byStem.get(stem(word))?.term)) {
    if (!byStem.has(joined)) byStem.set(joined, { term, strength: 1 });
  }

  const starts = new Uint8Array(4096);
  const open = (word: string): void => {
    starts[startKey(word.charCodeAt(0), word.charCodeAt(1) || 0, word.charCodeAt(2) || 0)] = 1;
  };
  const own = [...byStem];
  for (const [s, m] of own) {
    open(s);
    for (const other of [...abbreviations(s), ...boundsOf(s), ...joinedOf(s)]) {
      if (!byStem.has(other)) byStem.set(other, { term: m.term, strength: WEIGHTS.abbreviation });
      open(other);
    }
  }
  for (const [s, m] of own)
    for (const other of related(s)) {
      if (!byStem.has(other)) byStem.set(other, { term: m.term, strength: SAME_FIELD });
      open(other);
    }
  for (const [name, m] of byName) {
    open(name);
    for (const other of [...abbreviations(name), `lib${name}`]) {
      if (!byStem.has(other)) byStem.set(other, { term: m.term, strength: WEIGHTS.abbreviation });
      open(other);
    }
  }

  const seen = new Map<string, TermMatch | null>();
  const resolve = (word: string): TermMatch | undefined => {
    const s = stem(word);
    const exact = byStem.get(s) ?? byStem.get(word) ?? byStem.get(withoutVersion(word));
    if (exact) return exact;
    for (const t of long) {
      if (s.startsWith(t.stem)) return { term: t.term, strength: WEIGHTS.longer };
      if (s.length >= 4 && t.stem.startsWith(s)) return { term: t.term, strength: WEIGHTS.shorter };
    }
    return undefined;
  };
  return {
    terms,
    match(word) {
      let m = seen.get(word);
      if (m === undefined) {
        m = resolve(word) ?? null;
        if (seen.size < 20_000) seen.set(word, m);
      }
      return m ?? undefined;
    },
    pair: (first, second) => pairs.get(first * 64 + second) ?? -1,
    // `sqlite3` in the text matches `SQLite`.
    matchName: (name) => byName.get(name) ?? (byName.size === 0 ? undefined : byName.get(withoutVersion(name))),
    mayMatch: (a, b, c) => starts[startKey(a, b, c)] === 1,
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

/** True if the surrounding text marks the name as code: `name(`, `.name`, or backticks. */
function isCodeName(text: string, from: number, to: number): boolean {
  const before = text.charCodeAt(from - 1);
  const after = text.charCodeAt(to);
  return before === 96 || after === 96 || after === 40 || (before === 46 && from > 1);
}
