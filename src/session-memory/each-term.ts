import { toCodeUnits } from '../text/code-units.ts';
import { charClass } from '../text/words.ts';

/** Called with the hash of each term: a 32-bit number that is never 0. */
export type OnTerm = (hash: number) => void;

/** Stop words: they say nothing about a place in a text. */
const STOP =
  'the a an and or of to in for is are be this that it with on as at by from let me now i we you need see look check read ' +
  'file files will have has not if can all use using also how what where which when';
const WORD_BASIS = 0x811c9dc5 | 0;
/** FNV basis for compound names, whose hash must differ from those of their words. */
const NAME_BASIS = 0x2f0b4c27;
const PRIME = 0x01000193;
const MIN_CHARS = 3;
/** Longer names are random: keys, hashes, encoded data. */
const MAX_CHARS = 64;

// The classes that `charClass` returns: 0 none, 1 lower case or caseless, 2 upper case, 3 digit, 4 joiner, 5 ideograph.
const NONE = 0;
const LOWER = 1;
const UPPER = 2;
const DIGIT = 3;
const JOINER = 4;
const IDEOGRAPH = 5;
const CLASS = Uint8Array.from({ length: 128 }, (_, c) => charClass(c));
const UNDERSCORE = 0x5f;
const DOLLAR = 0x24;

const D = 0x64;
const E = 0x65;
const G = 0x67;
const I = 0x69;
const L = 0x6c;
const N = 0x6e;
const S = 0x73;
const U = 0x75;

const stopped: Set<number> = new Set();
eachWord(toCodeUnits(STOP), 0, STOP.length, (hash) => stopped.add(hash));

/**
 * Visits the terms of `text[from, to)`. Words of names are cut at underscores and camelCase humps, stemmed and
 * lower-cased. A name of several words is also visited as a whole: `readTimeout` gives `read`, `timeout` and
 * `readtimeout`. Every ideograph is a term. Allocates no string.
 */
export function eachTerm(text: string, from: number, to: number, onTerm: OnTerm): void {
  eachWord(toCodeUnits(text.slice(from, to)), 0, to - from, (hash) => {
    if (!stopped.has(hash)) onTerm(hash);
  });
}

/** Visits the terms of code units, including stop words. Enough for lookups, and faster. */
export function eachWord(units: Uint16Array, from: number, to: number, onTerm: OnTerm): void {
  let before = NONE;
  let nameStart = from;
  let wordStart = from;
  let words = 0;
  // Runs one past the end, so that the end of the text closes its last name.
  for (let at = from; at <= to; at++) {
    const c = at < to ? (units[at] as number) : 0;
    const own = c < 128 ? (CLASS[c] as number) : charClass(c);
    if (own === before && own !== IDEOGRAPH) continue;
    if (before === NONE || before === IDEOGRAPH) {
      nameStart = wordStart = at;
    } else if (before === JOINER) {
      wordStart = at;
    } else if (own === LOWER && before === UPPER) {
      // `HTTPServer`: the last capital begins the next word.
      if (at - wordStart > 1) {
        endWord(units, wordStart, at - 1, onTerm);
        words++;
        wordStart = at - 1;
      }
    } else if (own !== LOWER && own !== DIGIT) {
      endWord(units, wordStart, at, onTerm);
      words++;
      wordStart = at;
    }
    if (own === NONE || own === IDEOGRAPH) {
      if (words > 1 && at - nameStart <= MAX_CHARS) onTerm(hashOf(units, nameStart, at, NAME_BASIS));
      words = 0;
      if (own === IDEOGRAPH) onTerm(hashOf(units, at, at + 1, WORD_BASIS));
    }
    before = own;
  }
}

function endWord(units: Uint16Array, from: number, to: number, onTerm: OnTerm): void {
  const chars = to - from;
  if (chars < MIN_CHARS || chars > MAX_CHARS) return;
  onTerm(hashOf(units, from, from + stemLength(units, to, chars), WORD_BASIS));
}

/** FNV-1a over the lower-case units, without joiners. */
function hashOf(units: Uint16Array, from: number, to: number, basis: number): number {
  let hash = basis;
  for (let i = from; i < to; i++) {
    const c = units[i] as number;
    if (c === UNDERSCORE || c === DOLLAR) continue;
    hash = Math.imul(hash ^ (c >= 0x41 && c <= 0x5a ? c | 0x20 : c), PRIME);
  }
  return hash || 1;
}

/**
 * Length of the stem of a word that ends at `to`. Common English endings are cut, so `parsing`, `parsed` and `parses`
 * match.
 */
function stemLength(units: Uint16Array, to: number, chars: number): number {
  const last = (units[to - 1] as number) | 0x20;
  const second = (units[to - 2] as number) | 0x20;
  if (chars > 5 && last === G && second === N && ((units[to - 3] as number) | 0x20) === I)
    return withoutDouble(units, to - 3, chars - 3);
  if (chars > 4 && second === E && last === D) return withoutDouble(units, to - 2, chars - 2);
  if (chars > 3 && last === S && second !== S && second !== U) return withoutE(units, to - 1, chars - 1);
  return withoutE(units, to, chars);
}

function withoutE(units: Uint16Array, to: number, chars: number): number {
  return chars > 4 && ((units[to - 1] as number) | 0x20) === E ? chars - 1 : chars;
}

function withoutDouble(units: Uint16Array, to: number, chars: number): number {
  const last = (units[to - 1] as number) | 0x20;
  const isDouble = chars > 4 && last === ((units[to - 2] as number) | 0x20) && last !== L && last !== S;
  return isDouble ? chars - 1 : chars;
}
