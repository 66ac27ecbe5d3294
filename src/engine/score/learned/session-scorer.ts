import { atOnce, type CooperativeTask } from '../../../text/cooperative-task.ts';
import type { Lines } from '../../../text/lines.ts';
import type { Care } from '../../pruner.ts';
import { recallByRisks } from '../expected-recall.ts';
import { lexicalScorer } from '../lexical-scorer.ts';
import { logistic } from '../logistic.ts';
import { namedLines } from '../named-lines.ts';
import { DEFAULT_THRESHOLD, type Document, type LineScorer, type LineScores, type Purpose, Reason } from '../scorer.ts';
import { evaluate, type Forest, forestFor, readForest } from './forest.ts';
import { lineFeatures, QUESTION_LINE } from './line-features.ts';
import { questionScorer } from './question-scorer.ts';
import { CUTS, FORESTS, PRICES, VERSION } from './weights.ts';
import { worthLeavingOut } from './worth-leaving-out.ts';

/** Number of score steps that are distinguished. */
const STEPS = 4096;
/** Value of an answer that certainly helps, in characters. Showing that many more would cost as much as it helps. */
const WORTH = 7_000;
/** Characters of the best lines that are always shown, because the question's words may know more than the session. */
const MIN_SHOWN = 2000;
/** Parameters of the chance that a text has a needed line. It rises with the sum of its lines' risks. */
const LIKELY = { factor: 0.6, power: 0.6 } as const;

/**
 * Returns the score from which lines are shown for a question. More lines are shown if they are likelier needed and
 * shorter: nearly all of a short text, the best lines of a long one. `risks` is how likely each line is needed, 0..1.
 */
export function* worthShowing(
  { starts, count }: Lines,
  scores: Float32Array,
  risks: Float32Array,
): CooperativeTask<number> {
  yield count;
  const chars = new Float64Array(STEPS + 1);
  const needs = new Float64Array(STEPS + 1);
  let needed = 0;
  for (let line = 0; line < count; line++) {
    const step = Math.floor((scores[line] as number) * STEPS);
    chars[step] = (chars[step] as number) + (starts[line + 1] as number) - (starts[line] as number);
    needs[step] = (needs[step] as number) + (risks[line] as number);
    needed += risks[line] as number;
  }
  const likely = 1 - Math.exp(-LIKELY.factor * needed ** LIKELY.power);
  let shown = 0;
  let recalled = 0;
  let best = 0;
  let threshold = 1;
  for (let step = STEPS; step >= 0; step--) {
    if (chars[step] === 0) continue;
    shown += chars[step] as number;
    recalled += needs[step] as number;
    // The guaranteed minimum ends before the step that would exceed it.
    if (step / STEPS >= DEFAULT_THRESHOLD && shown <= MIN_SHOWN) threshold = step / STEPS;
    const share = needed > 0 ? recalled / needed : 0;
    // Any needed line leads to the rest, so the first lines help more than the last.
    const worth = (likely * (share + Math.sqrt(share))) / 2 - shown / WORTH;
    if (worth < best) continue;
    best = worth;
    threshold = step / STEPS;
  }
  return threshold;
}

/** Lines per part of the work: a few milliseconds at most. */
const PART = 4096;
/** Cost of a line, in characters of token counting. */
const LINE = 40;

interface LearnedOdds {
  /** Log-odds that a line is needed. */
  readonly odds: Float32Array;
  /** 1 if the line has a word of the question. */
  readonly matches: Uint8Array;
}

/** Computes how likely each line is needed, from the question and everything the session knows. */
function* learnedOdds(document: Document, question: string, purpose: Purpose): CooperativeTask<LearnedOdds> {
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

/** Number of results after which a session is more informative than the question alone. */
const KNOWN_RESULTS = 3;
/** Version of how lines are chosen from the trees' output. Incremented with each change. */
const CHOICE = 6;
/**
 * Max chance that the lines omitted in automatic mode include a needed one. `balanced` uses the price alone. See
 * docs/recorded-sessions.md for the results of each.
 */
const MAX_LOSS_CHANCE: Readonly<Record<Care, number>> = { references: 0, careful: 0.3, balanced: 1 };
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
    price: document.lossTokens ?? (care === 'balanced' ? PRICES.balanced : PRICES.careful),
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
  if (document.path === undefined) {
    named.fill(1, 0, EDGE);
    named.fill(1, Math.max(0, named.length - EDGE));
  }
  for (let line = 0; line < scores.length; line++) {
    if (named[line] === 0) continue;
    scores[line] = 1;
    reasons[line] = Reason.match;
  }
  return { scores, reasons, documentScore: 1, recall: recallByRisks(odds.map(logistic), 'automatic') };
}

/** First and last lines of a command's output that are shown: of a list in any order, they are most and least. */
const EDGE = 5;
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
