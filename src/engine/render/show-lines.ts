import type { KnownRun } from '../../text/gap-marker.ts';
import { isUnmatched, UNMATCHED } from '../../text/unmatched.ts';
import type { Chosen } from '../keep/chosen.ts';
import { keepWhole } from '../keep/keep-whole.ts';
import { Kept } from '../keep/select.ts';
import type { LineReason, PruneDetails, Pruned } from '../pruner.ts';
import { REASONS, Reason } from '../score/scorer.ts';
import { gapOutlines } from './gap-outline.ts';
import { render } from './render.ts';
import { toWholeLines } from './to-whole-lines.ts';

/** Builds the answer that shows the chosen lines, with a marker for every gap. */
export function showLines(chosen: Chosen): Pruned & { details: PruneDetails } {
  const { request, by, structure, score, recall, known = [] } = chosen;
  const notice = isUnmatched(by.engine, score) ? UNMATCHED : chosen.notice;
  const { chunks } = chosen.lines;
  const { lines, keep, scores, reasons, cuts } = chunks ? toWholeLines(chunks, chosen) : { ...chosen, cuts: [] };
  const { text, keptLines } = render(lines, keep, request.markers ?? 'plain', {
    firstLine: request.firstLine,
    notice,
    known,
    cuts,
    outline:
      request.outlines === true && structure !== undefined && chunks === undefined
        ? gapOutlines(lines, structure, request.firstLine ?? 1)
        : undefined,
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
      ...(notice !== undefined && { notice }),
      ...(cuts.length > 0 && { cutLines: cuts }),
      lineScores: scores,
      reasons: names,
      knownLines: known.map(({ from, to, name }) => ({ first: from + 1, last: to, name })),
      expectedRecall: recall?.(withKnown(chosen.keep, known)),
      score,
      changed: true,
    },
  };
}

/** Counts known lines as present, because they are in the context already. */
function withKnown(keep: Uint8Array, known: readonly KnownRun[]): Uint8Array {
  if (known.length === 0) return keep;
  const there = keep.slice();
  for (const { from, to } of known) there.fill(Kept.chosen, from, to);
  return there;
}

function reasonOf(reason: number, kept: number): LineReason {
  if (kept === Kept.gap) return 'gap';
  if (kept === Kept.header && reason !== Reason.match && reason !== Reason.definition) return 'header';
  const name = REASONS[reason] as LineReason;
  return kept === Kept.chosen && name === 'none' ? 'neighbour' : name;
}
