import type { LineHash } from './line-hash.ts';

/** Max lines: 12 bytes a slot, twice as many slots. Past that the set starts over. */
const MAX_LINES = 1 << 17;
const FIRST_SLOTS = 1 << 11;

/** Hashes of the lines that a session was given; at most 3 MiB. */
export type LineSet = ReturnType<typeof createLineSet>;

interface Table {
  lines: Float64Array;
  /** When each line was added. */
  order: Uint32Array;
  size: number;
}

export function createLineSet() {
  let table = newTable(FIRST_SLOTS);
  return {
    add(line: LineHash): void {
      if (line === 0) return;
      if (table.size === MAX_LINES) table = newTable(FIRST_SLOTS);
      const slot = slotOf(table, line);
      if (table.lines[slot] !== 0) return;
      table.lines[slot] = line;
      table.order[slot] = table.size++;
      if (table.size * 2 > table.lines.length) grow(table);
    },
    clear(): void {
      table = newTable(FIRST_SLOTS);
    },
    /** Takes a snapshot: returns a test of membership that later changes do not affect. */
    view(): (line: LineHash) => boolean {
      const own = table;
      const { size } = own;
      return (line) => {
        const slot = slotOf(own, line);
        return own.lines[slot] !== 0 && (own.order[slot] as number) < size;
      };
    },
  };
}

const newTable = (slots: number): Table => ({ lines: new Float64Array(slots), order: new Uint32Array(slots), size: 0 });

/** Returns the slot of the line, or the free slot where it would go. */
function slotOf({ lines }: Table, line: LineHash): number {
  const mask = lines.length - 1;
  let slot = (Math.imul(line >>> 0, 0x9e3779b1) >>> 12) & mask;
  while (lines[slot] !== 0 && lines[slot] !== line) slot = (slot + 1) & mask;
  return slot;
}

function grow(table: Table): void {
  const { lines, order } = table;
  table.lines = new Float64Array(lines.length * 2);
  table.order = new Uint32Array(lines.length * 2);
  lines.forEach((line, from) => {
    if (line === 0) return;
    const to = slotOf(table, line);
    table.lines[to] = line;
    table.order[to] = order[from] as number;
  });
}
