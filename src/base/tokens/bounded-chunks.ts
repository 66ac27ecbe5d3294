import { mayHaveLongRun } from './may-have-long-run.ts';

/**
 * Max UTF-16 units of one character class that go to the tokenizer as a whole.
 *
 * Merging is quadratic in the length of a chunk: 80,000 equal letters take seconds. At 256, the worst megabyte found
 * takes 0.2 s (random Han; source 0.03 s), and words, identifiers and indentation are never cut. At 512: 0.5 s.
 */
export const LONGEST_RUN = 256;

// Each chunk of the o200k splitter is one optional character and a run of one class. The classes are letters and
// marks, other visible characters, white space, and slashes and line ends.
const CLASSES = ['[\\p{L}\\p{M}]', '[^\\s\\p{L}\\p{N}]', '\\s', '[\\r\\n/]'];
// Lookbehind keeps the search linear: a run is tried only at its start. The group number gives the class.
const LONG_RUN: RegExp = new RegExp(CLASSES.map((one) => `(?<!${one})(${one}{${LONGEST_RUN + 1}})`).join('|'), 'gu');
// Matched in steps: a run of millions in one match overflows the engine's stack.
const STEPS: readonly RegExp[] = CLASSES.map((one) => new RegExp(`${one}{1,4096}`, 'uy'));

const isLowSurrogate = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;

/**
 * Cuts a text where a run would cost too much to tokenize. Joining the chunks gives the text. Most texts are one
 * chunk.
 */
export function* boundedChunks(text: string): Generator<string> {
  if (text !== '' && !mayHaveLongRun(text, LONGEST_RUN)) {
    yield text;
    return;
  }
  let done = 0;
  for (let match = execAt(LONG_RUN, text, 0); match !== null; match = execAt(LONG_RUN, text, done)) {
    if (match.index > done) yield text.slice(done, match.index);
    const end = endOfRun(text, match);
    for (let from = match.index; from < end; from = done) {
      done = Math.min(from + LONGEST_RUN, end);
      if (done < end && isLowSurrogate(text.charCodeAt(done))) done++;
      yield text.slice(from, done);
    }
  }
  if (done < text.length) yield text.slice(done);
}

function endOfRun(text: string, match: RegExpExecArray): number {
  const step = STEPS[match.slice(1).findIndex((group) => group !== undefined)] as RegExp;
  let end = match.index + match[0].length;
  for (let more = execAt(step, text, end); more !== null; more = execAt(step, text, end)) end += more[0].length;
  return end;
}

/** Runs an expression at an explicit offset, because interleaved generators share the expressions. */
function execAt(expression: RegExp, text: string, from: number): RegExpExecArray | null {
  expression.lastIndex = from;
  return expression.exec(text);
}
