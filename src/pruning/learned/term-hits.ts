import { eachTerm } from '../../memory/each-term.ts';
import { SOURCES, type TermTable } from '../../memory/term-table.ts';
import type { Lines } from '../lines.ts';
import { parts, type Steps } from '../steps.ts';

/** UTF-16 units of a line that are read: longer ones are data. */
const LINE_CHARS = 2000;
/** Share of counting tokens that the scan of the same text takes. */
const SHARE = 0.4;

/**
 * How much of each source's terms stands on each line: rare ones count more, as in TF-IDF with each term once a line. By
 * the source's place in `SOURCES`; `undefined` for a source that the text has nothing of.
 */
export function* findTerms(lines: Lines, table: TermTable): Steps<readonly (Float32Array | undefined)[]> {
  const { text, starts, ends, count } = lines;
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
      eachTerm(text, from, Math.min(ends[line] as number, from + LINE_CHARS), onTerm);
    }
  });

  yield hits;
  const rarity = Float32Array.from(linesOf, (n) => (n === 0 ? 0 : Math.log(1 + count / n)));
  const { weights } = table;
  const sums: (Float32Array | undefined)[] = new Array(SOURCES.length).fill(undefined);
  for (let hit = 0; hit < hits; hit++) {
    const slot = hitSlots[hit] as number;
    const at = hitLines[hit] as number;
    for (let source = 0; source < SOURCES.length; source++) {
      const weight = weights[slot * SOURCES.length + source] as number;
      if (weight === 0) continue;
      let sum = sums[source];
      if (sum === undefined) {
        sum = new Float32Array(count);
        sums[source] = sum;
      }
      sum[at] = (sum[at] as number) + weight * (rarity[slot] as number);
    }
  }
  return sums;
}

function doubled(from: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const to = new Int32Array(from.length * 2);
  to.set(from);
  return to;
}
