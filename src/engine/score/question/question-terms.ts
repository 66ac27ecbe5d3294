import { charClass, eachName, foldWord, stem } from '../../../text/words.ts';
import { WEIGHTS } from '../weights.ts';

/** A word or name that the question asks about. `weight` is its prior before rarity within the text is known, 0..2. */
export interface Term {
  readonly word: string;
  readonly weight: number;
  /** True for a name of several words, and for a word that is marked as code. */
  readonly isCode: boolean;
  /** True for a word of the question's first line. */
  readonly isTitle: boolean;
}

/** How a word of the text matches the question: the term and the strength (0..1). */
export interface TermMatch {
  readonly term: number;
  readonly strength: number;
}

/** The terms of a question, and the words that stand for them. */
export interface QuestionTerms {
  readonly terms: { -readonly [K in keyof Term]: Term[K] }[];
  readonly byStem: Map<string, TermMatch>;
  readonly byName: Map<string, TermMatch>;
  /** The term for two adjacent terms, by `pairKey`. */
  readonly pairs: Map<number, number>;
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

/** True for a word that seldom names a thing. */
export function isPlain(word: string): boolean {
  return STOP.has(word.toLowerCase()) || WEAK.has(word.toLowerCase());
}

/** Max words and pairs. The words of an issue are often late in it, in a traceback or an example. At most 255. */
const MAX_TERMS = 200;

/** Reads the words of a question, its compound names, and pairs of adjacent words. */
export function readTerms(text: string): QuestionTerms {
  const read: QuestionTerms = { terms: [], byStem: new Map(), byName: new Map(), pairs: new Map() };
  const title = text.indexOf('\n');
  const isFenced = fences(text);
  eachName(text, 0, text.length, (from, to, ends, count) => {
    if (read.terms.length >= MAX_TERMS) return;
    const words = wordsOf(text, from, ends, count);
    const isName = count > 1 || isCodeName(text, from, to);
    const isCode = isName || isFenced(from);
    const isTitle = title < 0 || from < title;
    for (const word of words) addWord(read, word, count, { isCode, isTitle });
    if (isJoinedScript(text, from)) return;
    if (isName) addName(read, words.join(''), isTitle);
  });
  addPairs(read, text);
  return read;
}

export function pairKey(first: number, second: number): number {
  return first * 256 + second;
}

/** Adds a word of a name of `count` words. A known word weighs more the more often it occurs. */
function addWord(
  { terms, byStem }: QuestionTerms,
  word: string,
  count: number,
  place: Pick<Term, 'isCode' | 'isTitle'>,
): void {
  const s = stem(word);
  const known = terms[byStem.get(s)?.term ?? -1];
  if (known !== undefined) {
    known.weight *= 1.05;
    known.isCode ||= place.isCode;
    return;
  }
  if (terms.length >= MAX_TERMS || (count === 1 && STOP.has(word)) || (word.length < 2 && count > 1)) return;
  if (word.length < 2 && !(word >= '0')) return;
  const weight = WEAK.has(word) ? WEIGHTS.weak : word.length < 3 ? 0.6 : count > 1 ? WEIGHTS.camel : 1;
  byStem.set(s, { term: terms.length, strength: 1 });
  terms.push({ word: s, weight: weight * (1 + WEIGHTS.early * Math.exp(-terms.length / 8)), ...place });
}

function addName({ terms, byName }: QuestionTerms, name: string, isTitle: boolean): void {
  if (name.length <= 2 || byName.has(name) || terms.length >= MAX_TERMS) return;
  byName.set(name, { term: terms.length, strength: 1 });
  terms.push({ word: name, weight: WEIGHTS.spelled, isCode: true, isTitle });
}

/** Adds a word that no other term stands for. Returns its number, that of the last term if there are too many. */
export function addTerm(terms: QuestionTerms['terms'], word: string): number {
  if (terms.length < MAX_TERMS) terms.push({ word, weight: 1, isCode: false, isTitle: true });
  return terms.length - 1;
}

/** Adds pairs, because adjacent words of a question are often one name in code: `null array` is `nullArray`. */
function addPairs({ terms, byStem, pairs }: QuestionTerms, text: string): void {
  let before = -1;
  eachName(text, 0, text.length, (from, _to, ends, count) => {
    for (const word of wordsOf(text, from, ends, count)) {
      const m = count === 1 && STOP.has(word) ? undefined : byStem.get(stem(word));
      if (m && before >= 0 && before !== m.term && terms.length < MAX_TERMS && !pairs.has(pairKey(before, m.term))) {
        const a = terms[before] as Term;
        const b = terms[m.term] as Term;
        pairs.set(pairKey(before, m.term), terms.length);
        addJoined(byStem, [a, b], before);
        terms.push({
          word: `${a.word} ${b.word}`,
          weight: WEIGHTS.pair * (a.weight + b.weight),
          isCode: false,
          isTitle: a.isTitle && b.isTitle,
        });
      }
      before = m && !isJoinedScript(word, 0) ? m.term : -1;
    }
  });
}

/** Min length of two adjacent words that are one word in the text: `time stamps` is `timestamp`. */
const MIN_JOINED = 7;

function addJoined(byStem: QuestionTerms['byStem'], [first, second]: readonly [Term, Term], term: number): void {
  const joined = stem(first.word + second.word);
  if (joined.length >= MIN_JOINED && !byStem.has(joined)) byStem.set(joined, { term, strength: 1 });
}

/**
 * Characters of Chinese and Japanese grammar. Two characters with one of these, or two kana of endings, say nothing
 * about where the answer is.
 */
const GRAMMAR =
  /[的了么吗呢吧着是在和与或及就也都这那哪些几什为何怎样如被把对让请個麼嗎這為樣誰谁]|[はがをにでのともへやかよねぞ]|[ぁ-ん]{2}|^[은는이가을를의에도]|[은는을를의에]$/u;

/** Returns the words of a name in lower case. In scripts without spaces, each two adjacent characters are a word. */
function wordsOf(text: string, from: number, ends: Int32Array, count: number): readonly string[] {
  const words: string[] = [];
  let at = from;
  for (let i = 0; i < count; i++) {
    while (text.charCodeAt(at) === 95 || text.charCodeAt(at) === 36) at++;
    const end = ends[i] as number;
    const isAlone = !isJoinedScript(text, at - 1) && !isJoinedScript(text, end);
    if (!isJoinedScript(text, at) || isAlone) words.push(foldWord(text.slice(at, end).toLowerCase()));
    else if (isJoinedScript(text, end) && !GRAMMAR.test(text.slice(at, end + 1))) words.push(text.slice(at, end + 1));
    at = end;
  }
  return words;
}

/** True for a character of a script whose words are found by two adjacent characters. */
export function isJoinedScript(text: string, at: number): boolean {
  return charClass(text.charCodeAt(at)) === 5;
}

/** True if the surrounding text marks the name as code: `name(`, `.name`, or backticks. */
function isCodeName(text: string, from: number, to: number): boolean {
  const before = text.charCodeAt(from - 1);
  const after = text.charCodeAt(to);
  return before === 96 || after === 96 || after === 40 || (before === 46 && from > 1);
}

/** Returns a function that tells whether an offset is between code fences. */
function fences(text: string): (at: number) => boolean {
  const marks = Array.from(text.matchAll(/^\s*(?:```|~~~)/gm), ({ index }) => index);
  let next = 0;
  return (at) => {
    while (next < marks.length && (marks[next] as number) <= at) next++;
    return next % 2 === 1;
  };
}
