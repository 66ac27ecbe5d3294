import { type AnsweredBy, keepWhole } from './keep-whole.ts';
import type { Lines } from './lines.ts';
import { toWholeLines } from './pieces/to-whole-lines.ts';
import type { LineReason, PruneDetails, Pruned, PruneRequest } from './pruner.ts';
import { render } from './render.ts';
import { type LineScores, REASONS, Reason } from './scorer.ts';
import { Kept } from './select.ts';
import { isUnmatched } from './unmatched.ts';

/** Lines chosen, and why. */
export interface Chosen {
  readonly request: PruneRequest;
  readonly by: AnsweredBy;
  readonly lines: Lines;
  /** A `Kept` a line. */
  readonly keep: Uint8Array;
  /** 0..1 a line. */
  readonly scores: Float32Array;
  /** A `Reason` a line. */
  readonly reasons: Uint8Array;
  /** Of the whole text, 0..1. */
  readonly score: number;
  readonly recall?: LineScores['recall'];
}

/** The answer that shows the lines chosen, with a marker for every gap. */
export function showLines(chosen: Chosen): Pruned & { details: PruneDetails } {
  const { request, by, score, recall } = chosen;
  const { pieces } = chosen.lines;
  const { lines, keep, scores, reasons, cuts } = pieces ? toWholeLines(pieces, chosen) : { ...chosen, cuts: [] };
  const { text, keptLines } = render(lines, keep, request.markers ?? 'plain', {
    firstLine: request.firstLine,
    unmatched: isUnmatched(by.engine, score),
    cuts,
  });
  if (keptLines.length === lines.count && cuts.length === 0) return keepWhole(lines, by, score);
  const names: LineReason[] = new Array(lines.count);
  for (let i = 0; i < lines.count; i++) names[i] = reasonOf(reasons[i] as number, keep[i] as number);
  return {
    ok: true,
    text,
    engine: by.engine,
    details: {
      kind: by.kind,
      method: by.method,
      lineCount: lines.count,
      keptLines,
      ...(cuts.length > 0 && { cutLines: cuts }),
      lineScores: scores,
      reasons: names,
      expectedRecall: recall?.(chosen.keep),
      score,
      changed: true,
    },
  };
}

function reasonOf(reason: number, kept: number): LineReason {
  if (kept === Kept.gap) return 'gap';
  if (kept === Kept.header && reason !== Reason.match && reason !== Reason.definition) return 'header';
  const name = REASONS[reason] as LineReason;
  return kept === Kept.chosen && name === 'none' ? 'neighbour' : name;
}
