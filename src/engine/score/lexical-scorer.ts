import { atOnce, type CooperativeTask } from '../../text/cooperative-task.ts';
import { calibrate } from './calibrate.ts';
import { recallByLength } from './expected-recall.ts';
import { findMatches } from './matches.ts';
import { readQuestion } from './question/question.ts';
import { scoreRecords } from './score-records.ts';
import { scoreUnmatched } from './score-unmatched.ts';
import type { Document, LineScorer, LineScores } from './scorer.ts';
import { coverage } from './term-weights.ts';
import { weighWords } from './word-weights.ts';

/** Ranks lines by the words they share with the question: per block, per chunk, by proximity, and by defined names. */
export const lexicalScorer: LineScorer & Required<Pick<LineScorer, 'steps'>> = {
  name: 'lexical',
  version: '12',
  score: (document, question) => atOnce(steps(document, question)),
  steps,
};

function* steps(document: Document, question: string): CooperativeTask<LineScores> {
  return { ...(yield* scored(document, question)), recall: recallByLength(document.lines) };
}

function* scored(document: Document, question: string): CooperativeTask<LineScores> {
  const asked = readQuestion(question);
  const matches = yield* findMatches(document.lines, asked);
  if (matches.count === 0) return scoreUnmatched(document, asked);
  if (document.records !== undefined) return yield* scoreRecords(document, asked, matches);
  const { raw, reasons, rarity } = yield* weighWords(document, asked, matches);
  return { scores: calibrate(raw, document), reasons, documentScore: coverage(matches, rarity), byWords: true };
}
