import { Role } from '../structure/outline.ts';
import type { Question } from './question/question.ts';
import type { Document, LineScores } from './scorer.ts';
import { MIN_SCORE } from './term-weights.ts';

/** Scores a text that shares no word with the question, as an outline. */
export function scoreUnmatched(document: Document, { terms }: Question): LineScores {
  const isAsked = terms.length > 0;
  return {
    scores: structureScores(document),
    reasons: new Uint8Array(document.lines.count),
    documentScore: isAsked ? 0 : MIN_SCORE,
    asked: isAsked,
    byWords: isAsked,
  };
}

/** Scores all lines below the default threshold: definitions first, then the beginning, and the end of logs. */
function structureScores(document: Document): Float32Array {
  const { roles } = document.shape;
  const n = roles.length;
  const scores = new Float32Array(n);
  for (let i = 0; i < n; i++) {
    const role = roles[i] as number;
    const place = document.kind === 'log' ? i / n : 1 - i / n;
    scores[i] =
      (role === Role.definition ? 0.25 : role === Role.blank || role === Role.include ? 0 : 0.05) + 0.1 * place;
  }
  return scores;
}
