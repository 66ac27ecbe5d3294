import { eachWord } from '../../../session-memory/each-term.ts';
import { SOURCES, type TermTable } from '../../../session-memory/term-table.ts';
import { unitsOf } from '../../../text/code-units.ts';
import { type CooperativeTask, parts } from '../../../text/cooperative-task.ts';
import type { Lines } from '../../../text/lines.ts';

/** Max UTF-16 units read per line. Longer lines are data. */
const LINE_CHARS = 2000;
/** Cost of the scan, as a share of the cost of counting the same text's tokens. */
const SHARE = 0.4;

/**
 * Scores how many of each source's terms each line has. Rare terms count more, as in TF-IDF, and each counts once a
 * line. Indexed like `SOURCES`; `undefined` for a source with no term in the text.
 */
export function* findTerms(lines: Lines, table: TermTable): CooperativeTask<readonly (Float32Array | undefined)[]> {
  const { starts, ends, count } = lines;
  const units = unitsOf(lines);
  const linesOf = new Int32Array(table.slots);
  const lastLine = new Int32Array(table.slots).fill(-1);
  let hitLines = new Int32Array(4096);
  let hitSlots = new Int32Array(4096);
  let hits = 0;
  let line = 0;
  const onTerm = (term: number): void => {
    const slot = table.slotOf(term);
    if (slot < 0 || lastLine[slot] === line) return;
    lastLine[slot] = line;
    linesOf[slot] = (linesOf[slot] as number) + 1;
    if (hits === hitLines.length) {
      hitLines = doubled(hitLines);
      hitSlots = doubled(hitSlots);
    }
    hitLines[hits] = line;
    hitSlots[hits++] = slot;
  };
  yield* parts(lines, SHARE, (_, to) => {
    for (; line < to; line++) {
      const from = starts[line] as number;
      eachWord(units, from, Math.min(ends[line] as number, from + LINE_CHARS), onTerm);
    }
  });

  yield hits;
  const rarity = new Float32Array(table.slots);
  for (let slot = 0; slot < rarity.length; slot++) {
    const n = linesOf[slot] as number;
    if (n > 0) rarity[slot] = Math.log(1 + count / n);
  }
  const { weights } = table;
  return SOURCES.map((_, source) => {
    const sum = new Float32Array(count);
    let isEmpty = true;
    for (let hit = 0; hit < hits; hit++) {
      const slot = hitSlots[hit] as number;
      const weight = weights[slot * SOURCES.length + source] as number;
      if (weight === 0) continue;
      const at = hitLines[hit] as number;
      sum[at] = (sum[at] as number) + weight * (rarity[slot] as number);
      isEmpty = false;
    }
    return isEmpty ? undefined : sum;
  });
}

function doubled(from: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const to = new Int32Array(from.length * 2);
  to.set(from);
  return to;
}
