import type { Lines } from '../../text/lines.ts';
import type { LineReason, PruneDetails, Pruned, TextKind } from '../pruner.ts';

/** The pruner that answers, and the kind of text it assumes. */
export interface AnsweredBy {
  readonly engine: Pruned['engine'];
  readonly kind: TextKind;
  readonly method: string;
}

/** Returns an answer that keeps every line, byte for byte. `score` is that of the whole text, 0..1. */
export function keepWhole(
  { text, count: lineCount, chunks }: Lines,
  { engine, kind, method }: AnsweredBy,
  score: number,
): Pruned & { details: PruneDetails } {
  const count = chunks?.whole.count ?? lineCount;
  const keptLines = new Array<number>(count);
  for (let i = 0; i < count; i++) keptLines[i] = i + 1;
  return {
    ok: true,
    text,
    engine,
    details: {
      kind,
      method,
      lineCount: count,
      keptLines,
      lineScores: new Float32Array(count).fill(1),
      reasons: new Array<LineReason>(count).fill('whole'),
      expectedRecall: 1,
      score,
      changed: false,
    },
  };
}
