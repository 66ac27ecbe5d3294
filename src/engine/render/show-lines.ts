import type { CutLine } from '../../text/cut-line.ts';
import type { KnownRun } from '../../text/gap-marker.ts';
import type { LineChunks } from '../../text/lines.ts';
import { isUnmatched, UNMATCHED } from '../../text/unmatched.ts';
import type { Chosen } from '../keep/chosen.ts';
import { keepWhole } from '../keep/keep-whole.ts';
import { Kept } from '../keep/select.ts';
import type { LineReason, PruneDetails, Pruned } from '../pruner.ts';
import { REASONS, Reason } from '../score/scorer.ts';
import { gapOutlines } from './gap-outline.ts';
import { render } from './render.ts';

/** The chosen lines, and which of them are partly shown. */
interface ChosenLines extends Pick<Chosen, 'lines' | 'keep' | 'scores' | 'reasons'> {
  readonly cuts: readonly CutLine[];
}

/** Merges chunks into their lines. A line gets the score of its best chunk, and is kept if any chunk is. */
function toWholeLines(
  { whole, firstOf }: LineChunks,
  { lines, keep, scores, reasons }: Pick<Chosen, 'lines' | 'keep' | 'scores' | 'reasons'>,
): ChosenLines {
  const { count } = whole;
  const of = { keep: new Uint8Array(count), scores: new Float32Array(count), reasons: new Uint8Array(count) };
  const cuts: CutLine[] = [];
  for (let line = 0; line < count; line++) {
    const from = firstOf[line] as number;
    const to = firstOf[line + 1] as number;
    let best = from;
    const shown: [number, number][] = [];
    for (let i = from; i < to; i++) {
      if ((scores[i] as number) > (scores[best] as number)) best = i;
      if (keep[i] === 0) continue;
      const start = (lines.starts[i] as number) - (whole.starts[line] as number);
      const end = (lines.ends[i] as number) - (whole.starts[line] as number);
      const last = shown.at(-1);
      if (last !== undefined && last[1] === start) last[1] = end;
      else shown.push([start + 1, end]);
      if (of.keep[line] === Kept.no || keep[i] === Kept.chosen) of.keep[line] = keep[i] as number;
    }
    of.scores[line] = scores[best] as number;
    of.reasons[line] = reasons[best] as number;
    const length = (whole.ends[line] as number) - (whole.starts[line] as number);
    if (shown.length > 0 && !(shown.length === 1 && shown[0]?.[1] === length && shown[0][0] === 1)) {
      if (to - from > 1) cuts.push({ line: line + 1, shown });
    }
  }
  return { ...of, lines: whole, cuts };
}

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
      knownLines: known.map(({ from, to, name = 'a line above' }) => ({ first: from + 1, last: to, name })),
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
