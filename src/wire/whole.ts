import type { LineReason, PruneDetails, PruneRequest } from '../pruning/pruner.ts';
import type { Measured } from './measured.ts';
import { pythonLineCount } from './python-lines.ts';
import { unit } from './unit.ts';

/** What answers a text as it was sent have in common. */
export type Whole = Omit<Measured, 'refusal' | 'engine' | 'fallbackReason' | 'cache'>;

/** The answer that removes nothing. `details` is what an engine said of the text, if one was asked. */
export function whole(request: PruneRequest, tokensIn: number, details?: PruneDetails): Whole {
  const { text } = request;
  const lineCount = pythonLineCount(text);
  // Lines that Python sees and the engine does not have no score of their own.
  const known = details?.lineScores.length === lineCount ? details.lineScores : undefined;
  const otherwise = details?.score ?? 1;
  const keptLines = new Array<number>(lineCount);
  const scores = new Array<number>(lineCount);
  for (let i = 0; i < lineCount; i++) {
    keptLines[i] = i + 1;
    scores[i] = unit(known?.[i] ?? otherwise);
  }
  return {
    ok: true,
    text,
    changed: false,
    lineCount,
    keptLines,
    scores,
    reasons: new Array<LineReason>(lineCount).fill('whole'),
    score: unit(otherwise),
    tokensIn,
    tokensOut: tokensIn,
    questionTokens: 0,
    kind: details?.kind ?? request.kind ?? null,
    method: details?.method ?? null,
  };
}
