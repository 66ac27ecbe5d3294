import { type CooperativeTask, parts } from '../../../text/cooperative-task.ts';
import type { Lines } from '../../../text/lines.ts';
import { lineHead } from '../../structure/line-head.ts';
import { type LineScores, Reason } from '../scorer.ts';
import type { AskedOrder } from './asked-order.ts';
import { decidingColumns, TIMED } from './deciding-columns.ts';
import { extremeRows } from './extreme-rows.ts';
import { cellsOf, readValues, WIDE } from './read-values.ts';

/** Min cells of a row and min rows of a table inside another text, and rows that are shown. */
const MIN_CELLS = 3;
const MIN_ROWS = 5;
const ROWS = 3;
/** Max lines above the titles of a text that is a table itself. */
const ABOVE = 4;
const RULE = /^[\s-]+$/;
/** Cost of the scan, as a share of the cost of counting tokens. */
const SHARE = 0.15;

/**
 * Raises the largest or smallest rows of the longest table that begins inside a text, and its titles. Returns true if
 * there are any.
 */
export function* raiseEmbedded(
  lines: Lines,
  found: LineScores,
  asked: AskedOrder,
  question: string,
): CooperativeTask<boolean> {
  const { from, to } = yield* longestTable(lines);
  if (to - from < MIN_ROWS || from <= ABOVE) return false;
  const titles = cellsOf(lineHead(lines, from), WIDE);
  if (titles.some((title) => /^[-\d]/.test(title)) || /[|\u2502]/.test(titles.join(''))) return false;
  const rows = Array.from({ length: to - from - 1 }, (_, i) => from + 1 + i).filter(
    (i) => !RULE.test(lineHead(lines, i)),
  );
  const columns = decidingColumns(question, titles);
  const isTimed = TIMED.test(question);
  const values = rows.map((i) => readValues(lineHead(lines, i, lines.text.length), WIDE, columns, isTimed));
  const chosen = extremeRows(values, { count: asked.count ?? ROWS, low: asked.low, columns });
  for (const i of chosen.length === 0 ? [] : [from, ...chosen.map((at) => rows[at] as number)]) {
    found.scores[i] = 1;
    found.reasons[i] = Reason.match;
  }
  return chosen.length > 0;
}

/** Finds the most consecutive lines that have as many cells, at least three. */
function* longestTable(lines: Lines): CooperativeTask<{ readonly from: number; readonly to: number }> {
  let best = { from: 0, to: 0 };
  let begun = 0;
  let cells = 0;
  yield* parts(lines, SHARE, (first, end) => {
    for (let i = first; i < end; i++) {
      const own = cellsOf(lineHead(lines, i), WIDE).length;
      if (own !== cells || own < MIN_CELLS) {
        begun = i;
        cells = own;
      }
      if (own >= MIN_CELLS && i + 1 - begun > best.to - best.from) best = { from: begun, to: i + 1 };
    }
  });
  return best;
}
