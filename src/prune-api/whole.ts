import type { LineReason, PruneDetails, PruneRequest } from '../engine/pruner.ts';
import type { Measured } from './measured.ts';
import { pythonLineCount } from './python-lines.ts';
import { unit } from './unit.ts';

/** Builds the answer that removes nothing. `details` are an engine's findings, if one was asked. */
export function whole(request: PruneRequest, tokensIn: number, details?: PruneDetails): Measured {
  const { text } = request;
  const lineCount = pythonLineCount(text);
  // Lines that only Python counts have no score of their own.
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
    ...{ engine: null, refusal: null, fallbackReason: null, cache: null },
  };
}
