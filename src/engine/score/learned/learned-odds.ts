import type { CooperativeTask } from '../../../text/cooperative-task.ts';
import type { Document, Purpose } from '../scorer.ts';
import { evaluate, type Forest, forestFor, readForest } from './forest.ts';
import { lineFeatures, QUESTION_LINE } from './line-features.ts';
import { FORESTS } from './weights.ts';

/** Lines per part of the work: a few milliseconds at most. */
const PART = 4096;
/** Cost of a line, in characters of token counting. */
const LINE = 40;

export interface LearnedOdds {
  /** Log-odds that a line is needed. */
  readonly odds: Float32Array;
  /** 1 if the line has a word of the question. */
  readonly matches: Uint8Array;
}

/** Computes how likely each line is needed, from the question and everything the session knows. */
export function* learnedOdds(document: Document, question: string, purpose: Purpose): CooperativeTask<LearnedOdds> {
  const { count } = document.lines;
  const features = yield* lineFeatures(document, question);
  const forest = forestFor(forestOf(purpose), features.common);
  const odds = new Float32Array(count);
  const matches = new Uint8Array(count);
  const row = features.common.slice();
  for (let from = 0; from < count; from += PART) {
    const to = Math.min(count, from + PART);
    yield (to - from) * LINE;
    for (let line = from; line < to; line++) {
      features.write(line, row);
      odds[line] = evaluate(forest, row);
      if ((row[QUESTION_LINE] as number) > 0) matches[line] = 1;
    }
  }
  return { odds, matches };
}

const forests = new Map<string, Forest>();

/** Decoded lazily on first use: a few milliseconds. */
function forestOf(purpose: Purpose): Forest {
  const name = purpose === 'careful' || purpose === 'balanced' ? 'automatic' : purpose;
  const known = forests.get(name);
  if (known !== undefined) return known;
  const forest = readForest(FORESTS[name] as string);
  forests.set(name, forest);
  return forest;
}
