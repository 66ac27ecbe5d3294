import { type CooperativeTask, parts } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import { charClass, eachName, foldWord } from '../../text/words.ts';
import type { Question } from './question/question.ts';

/** Occurrences of the question's terms, in line order. A term counts once a line, at its strongest. */
export interface Matches {
  readonly count: number;
  readonly lines: Int32Array;
  readonly terms: Uint8Array;
  /** 1..255, for strengths up to 1. */
  readonly strengths: Uint8Array;
  /** Number of words on each line, capped at 65,535. */
  readonly words: Uint16Array;
}

/** Cost of the scan, as a share of the cost of counting the same text's tokens. */
const SHARE = 0.4;

/** Scans the text once. Allocates strings only for words that begin like a word of the question. */
export function* findMatches(lines: Lines, question: Question): CooperativeTask<Matches> {
  const { text, count, starts, ends } = lines;
  const words = new Uint16Array(count);
  const hits = new Hits();
  let line = 0;
  let previous = -1; // the term of the word before, for pairs

  const isJoined = (at: number): boolean => charClass(text.charCodeAt(at)) === 5;
  const visit = (from: number, to: number, wordEnds: Int32Array, n: number): void => {
    words[line] = Math.min(65_535, (words[line] as number) + n);
    let at = from;
    for (let i = 0; i < n; i++) {
      const own = wordEnds[i] as number;
      // Two adjacent characters are a word in scripts without spaces.
      const end = own - at === 1 && isJoined(at) && isJoined(own) ? own + 1 : own;
      let c = text.charCodeAt(at);
      while ((c === 95 || c === 36) && at < end) c = text.charCodeAt(++at);
      const second = at + 1 < end ? text.charCodeAt(at + 1) : 0;
      const third = at + 2 < end ? text.charCodeAt(at + 2) : 0;
      if (question.mayMatch(lower(c), lower(second), lower(third)) && end - at <= 64) {
        const m = question.match(foldWord(text.slice(at, end).toLowerCase()));
        if (m) {
          hits.add(m.term, m.strength);
          const pair = previous < 0 ? -1 : question.pair(previous, m.term);
          if (pair >= 0) hits.add(pair, m.strength);
          previous = m.term;
        } else previous = -1;
      } else previous = -1;
      at = own;
    }
    if (to - from > 80) return;
    const c0 = text.charCodeAt(from);
    if (question.mayMatch(lower(c0), lower(text.charCodeAt(from + 1)), lower(text.charCodeAt(from + 2)))) {
      const m = question.matchName(text.slice(from, to).replaceAll(/[_$]/g, '').toLowerCase());
      if (m) hits.add(m.term, m.strength);
    }
  };

  yield* parts(lines, SHARE, (_, to) => {
    for (; line < to; line++) {
      hits.startLine(line);
      previous = -1;
      eachName(text, starts[line] as number, ends[line] as number, visit);
    }
  });
  return { count: hits.count, lines: hits.lines, terms: hits.terms, strengths: hits.strengths, words };
}

/** The hits so far, in arrays that grow. */
class Hits {
  lines: Int32Array<ArrayBuffer> = new Int32Array(1024);
  terms: Uint8Array<ArrayBuffer> = new Uint8Array(1024);
  strengths: Uint8Array<ArrayBuffer> = new Uint8Array(1024);
  count = 0;
  #line = 0;
  #firstOfLine = 0;

  startLine(line: number): void {
    this.#line = line;
    this.#firstOfLine = this.count;
  }

  add(term: number, strength: number): void {
    const s = Math.max(1, Math.round(strength * 255));
    for (let i = this.#firstOfLine; i < this.count; i++) {
      if (this.terms[i] !== term) continue;
      if ((this.strengths[i] as number) < s) this.strengths[i] = s;
      return;
    }
    if (this.count === this.lines.length) {
      this.lines = grow(this.lines, Int32Array);
      this.terms = grow(this.terms, Uint8Array);
      this.strengths = grow(this.strengths, Uint8Array);
    }
    this.lines[this.count] = this.#line;
    this.terms[this.count] = term;
    this.strengths[this.count++] = s;
  }
}

function lower(c: number): number {
  if (c < 128) return c >= 65 && c <= 90 ? c | 32 : c;
  const known = FOLDED[c] as number;
  if (known !== 0) return known;
  const first = foldWord(String.fromCharCode(c).toLowerCase()).charCodeAt(0) || c;
  FOLDED[c] = first;
  return first;
}

/** First unit of each folded character, filled on use. */
const FOLDED = new Uint16Array(65_536);

function grow<T extends Int32Array | Uint8Array>(from: T, make: new (length: number) => T): T {
  const to = new make(from.length * 2);
  to.set(from);
  return to;
}
