import { atOnce, type CooperativeTask, countedParts } from '../../../text/cooperative-task.ts';
import { Role } from '../../structure/outline.ts';
import { calibrate } from '../calibrate.ts';
import { decisiveLine, leaveDecisive } from '../decisive-place.ts';
import { recallByLength } from '../expected-recall.ts';
import { lexicalScorer } from '../lexical-scorer.ts';
import { logistic } from '../logistic.ts';
import { findMatches, type Matches } from '../matches.ts';
import { type Question, readQuestion } from '../question/question.ts';
import { scoreUnmatched } from '../score-unmatched.ts';
import type { Document, LineScorer, LineScores } from '../scorer.ts';
import { coverage } from '../term-weights.ts';
import { type WordWeights, weighWords } from '../word-weights.ts';
import { evaluate, type Forest, readForest } from './forest.ts';
import { QUESTION_FEATURES, questionFeatures } from './question-features.ts';
import { FOREST, VERSION } from './question-weights.ts';

/** Controls how fast a line's gain falls with its odds. Values from 0.5 to 2 were tried; none was much worse. */
const SHARPNESS = 0.85;
/** Cost of a line, in characters of token counting. */
const LINE = 8;

/**
 * Scores lines by a question without a session. Only shared words are known then, so the lexical scorer answers. In source,
 * decision trees weigh the words, and runs of lines are chosen by the result; without a share the words alone say how
 * much is shown. The trees were fitted on commits and doc comments; see docs/learned-scorer.md.
 */
export const questionScorer: LineScorer & Required<Pick<LineScorer, 'steps'>> = {
  name: lexicalScorer.name,
  version: `${lexicalScorer.version}.${VERSION}`,
  score: (document, question) => atOnce(steps(document, question)),
  steps,
};

function* steps(document: Document, question: string): CooperativeTask<LineScores> {
  if (document.kind !== 'source' || document.records !== undefined)
    return yield* lexicalScorer.steps(document, question);
  const asked = readQuestion(question);
  const matches = yield* findMatches(document.lines, asked);
  const recall = recallByLength(document.lines);
  if (matches.count === 0) return { ...scoreUnmatched(document, asked), recall };
  const decisive = decisiveLine(document.lines.count, asked, matches);
  const words = yield* weighWords(document, asked, matches);
  const odds = yield* oddsOf(document, matches, words, asked);
  let max = odds[0] as number;
  for (const own of odds) max = Math.max(max, own);
  const { raw, reasons, rarity } = words;
  const found = { reasons, documentScore: coverage(matches, rarity), recall };
  const gains = odds.map((own) => Math.exp(SHARPNESS * (own - max)));
  if (document.purpose === 'share') return { ...found, gains, scores: odds.map(logistic) };
  const scored = { ...found, gains, scores: calibrate(raw, document), byWords: true };
  return leaveDecisive(document, decisive, scored);
}

/** Computes the log-odds that each line is needed. */
function* oddsOf(
  document: Document,
  matches: Matches,
  words: WordWeights,
  asked: Question,
): CooperativeTask<Float32Array> {
  const { count } = document.lines;
  const { roles } = document.shape;
  const features = yield* questionFeatures(document, matches, words, asked);
  forest ??= readForest(FOREST);
  const odds = new Float32Array(count);
  const row = new Float32Array(QUESTION_FEATURES.length);
  yield* countedParts(count, LINE, (from, to) => {
    for (let line = from; line < to; line++) {
      // Blank lines follow the line above them.
      if (line > 0 && roles[line] === Role.blank) {
        odds[line] = odds[line - 1] as number;
        continue;
      }
      features(line, row);
      odds[line] = evaluate(forest as Forest, row);
    }
  });
  return odds;
}

/** Decoded lazily on first use. */
let forest: Forest | undefined;
