import { atOnce, type CooperativeTask } from '../../../text/cooperative-task.ts';
import type { Care } from '../../pruner.ts';
import { recallByRisks } from '../expected-recall.ts';
import { lexicalScorer } from '../lexical-scorer.ts';
import { logistic } from '../logistic.ts';
import { namedLines } from '../named-lines.ts';
import { type Document, type LineScorer, type LineScores, Reason } from '../scorer.ts';
import { learnedOdds } from './learned-odds.ts';
import { questionScorer } from './question-scorer.ts';
import { CUTS, PRICES, VERSION } from './weights.ts';
import { worthLeavingOut } from './worth-leaving-out.ts';
import { worthShowing } from './worth-showing.ts';

/** Number of results after which a session is more informative than the question alone. */
const KNOWN_RESULTS = 3;
/** Version of how lines are chosen from the trees' output. Incremented with each change. */
const CHOICE = 6;
/**
 * Max chance that the lines omitted in automatic mode include a needed one. `balanced` uses the price alone. See
 * docs/recorded-sessions.md for the results of each.
 */
export const MAX_LOSS_CHANCE: Readonly<Record<Care, number>> = { careful: 0.3, balanced: 1 };
/** Just below the default threshold, and above all lines that no word supports. */
const JUST_BELOW = 0.49;

/**
 * Ranks lines by how likely they are needed, from the question and everything the session knows. Decision trees learned
 * this from recorded agent sessions. A question is also answered by its words, as in the lexical scorer. The training
 * data is described in docs/learned-scorer.md.
 */
export const sessionScorer: LineScorer = {
  name: 'session',
  version: `${VERSION}.${CHOICE}.${questionScorer.version}`,
  score: (document, question) => atOnce(steps(document, question)),
  steps,
};

function* steps(document: Document, question: string): CooperativeTask<LineScores> {
  const { purpose = 'question' } = document;
  if (isByWords(document, question)) return yield* questionScorer.steps(document, question);
  if (purpose === 'question') return yield* answering(document, question);
  return yield* purpose === 'share' ? sharing(document, question) : leavingOut(document, question, purpose);
}

/** Scores lines by their odds, best first. */
function* sharing(document: Document, question: string): CooperativeTask<LineScores> {
  const { odds, matches } = yield* learnedOdds(document, question, 'share');
  const risks = odds.map(logistic);
  return {
    scores: risks,
    reasons: matches.map((is) => (is === 1 ? Reason.match : Reason.none)),
    documentScore: question === '' || matches.includes(1) ? 1 : 0,
    // Squared, so that a line that is surely needed outweighs many that may be.
    gains: risks.map((risk) => risk * risk),
    recall: recallByRisks(risks, 'share'),
  };
}

/**
 * Keeps every line except those that the session surely does not need. In command output, lines that answer the
 * question also stay.
 */
function* leavingOut(document: Document, question: string, care: Care): CooperativeTask<LineScores> {
  const { odds } = yield* learnedOdds(document, '', care);
  const cut = yield* worthLeavingOut(document.lines, odds, {
    price: document.lossTokens ?? PRICES[care],
    maxChance: MAX_LOSS_CHANCE[care],
  });
  const scores = odds.map((own) => logistic(own - cut));
  const reasons = new Uint8Array(scores.length);
  const isAsked = question !== '' && (document.path === undefined || document.kind !== 'source');
  const said = isAsked ? yield* lexicalScorer.steps(document, question) : undefined;
  if (said !== undefined && said.documentScore > 0) {
    for (let line = 0; line < scores.length; line++) {
      scores[line] = Math.max(scores[line] as number, said.scores[line] as number);
      reasons[line] = said.reasons[line] as number;
    }
  }
  const named = yield* namedLines(document, question);
  for (let line = 0; line < scores.length; line++) {
    if (named[line] === 0) continue;
    scores[line] = 1;
    reasons[line] = Reason.match;
  }
  return { scores, reasons, documentScore: 1, recall: recallByRisks(odds.map(logistic), 'automatic') };
}

/** True if the question's words say more than the session does, so they answer alone. */
function isByWords({ purpose = 'question', kind, path, context }: Document, question: string): boolean {
  // Command output is searched for an answer and never edited.
  const isPrinted = path === undefined;
  const isNew = (context?.results ?? 0) < KNOWN_RESULTS;
  // The same goes for files that are read rather than changed.
  if (purpose === 'question') return isPrinted || isNew || kind !== 'source';
  // The trees were trained on few settings files.
  const isSettings = kind === 'data' || kind === 'json';
  return purpose === 'share' && (isPrinted || (isNew && isSettings && question !== ''));
}

/** Keeps lines that the question's words support, unless surely not needed, and lines that are needed anyway. */
function* answering(document: Document, question: string): CooperativeTask<LineScores> {
  const found = yield* lexicalScorer.steps(document, question);
  // The text has none of the words, so the decision is left to the caller.
  if (found.documentScore === 0) return found;
  const { odds } = yield* learnedOdds(document, question, 'question');
  yield odds.length;
  const { scores } = found;
  for (let line = 0; line < odds.length; line++) {
    const own = odds[line] as number;
    const byWords = scores[line] as number;
    scores[line] = Math.max(logistic(own - CUTS.needed), own >= CUTS.unneeded ? byWords : byWords * JUST_BELOW);
  }
  const risks = odds.map(logistic);
  const threshold = yield* worthShowing(document.lines, scores, risks);
  return { ...found, threshold, recall: recallByRisks(risks, 'question') };
}
