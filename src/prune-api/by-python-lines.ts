import type { LineReason } from '../engine/pruner.ts';
import { splitLines } from '../text/lines.ts';
import type { Measured } from './measured.ts';
import { pythonLineCount } from './python-lines.ts';

/** Facts about each line in a measured answer. */
export type LineFacts = Pick<Measured, 'keptLines' | 'scores' | 'reasons' | 'cutLines'>;

/**
 * Converts line facts to lines as Python's `splitlines()` counts them. Python also breaks at form feeds, U+2028 and the
 * like; the engine does not. One engine line maps to all Python lines inside it. A text with such breaks gets no
 * `cutLines`.
 */
export function byPythonLines(text: string, measured: Measured): LineFacts {
  const lines = splitLines(text);
  if (!lines.ambiguous || !measured.changed) return measured;
  const kept = new Map(measured.keptLines.map((line, i) => [line, measured.reasons[i] as LineReason]));
  const keptLines: number[] = [];
  const scores: number[] = [];
  const reasons: LineReason[] = [];
  for (let i = 0; i < lines.count; i++) {
    const inside = pythonLineCount(text.slice(lines.starts[i], lines.starts[i + 1]));
    const reason = kept.get(i + 1);
    for (let part = 0; part < inside; part++) {
      scores.push(measured.scores[i] ?? 0);
      if (reason === undefined) continue;
      keptLines.push(scores.length);
      reasons.push(reason);
    }
  }
  return { keptLines, scores, reasons };
}
