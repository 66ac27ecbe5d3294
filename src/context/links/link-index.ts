import type { WorkingSegment } from '../segment.ts';
import { startsOf } from './starts-of.ts';

/** Keys replaced by numbers from 0; equal keys get equal numbers. */
interface KeyNumbers {
  readonly count: number;
  /** Number of each given key. */
  readonly given: Int32Array;
  /** Number of each requested key; -1 if it was not given. */
  readonly asked: Int32Array;
}

/** Partitions keys by the top 8 of their 30 bits, so that each partition's hash table fits the CPU cache. */
const PARTS = 256;
const PART_SHIFT = 22;

/**
 * Numbers `given` and looks up `asked` among them, both in place. Keys must be hashes below 2^30. A radix hash join
 * (Manegold, Boncz and Kersten, "Optimizing Main-Memory Join on Modern Hardware"): from 100,000 keys on it takes a
 * third of the time of one large table.
 */
export function numberKeys(given: Int32Array, asked: Int32Array): KeyNumbers {
  const [known, sought] = [split(given, ROOM.given), split(asked, ROOM.asked)];
  const cells = new Int32Array(2 * slotsFor(largest(known)));
  let count = 0;
  for (let part = 0; part < PARTS; part++) {
    const [first, end] = [known.from[part] as number, known.from[part + 1] as number];
    const slots = slotsFor(end - first);
    cells.fill(0, 0, 2 * slots);
    for (let i = first; i < end; i++) {
      const key = known.keys[i] as number;
      const cell = cellOf(cells, slots, key);
      if (cells[cell] === 0) {
        cells[cell] = key + 1;
        cells[cell + 1] = count++;
      }
      given[known.places[i] as number] = cells[cell + 1] as number;
    }
    for (let i = sought.from[part] as number; i < (sought.from[part + 1] as number); i++) {
      const cell = cellOf(cells, slots, sought.keys[i] as number);
      asked[sought.places[i] as number] = cells[cell] === 0 ? -1 : (cells[cell + 1] as number);
    }
  }
  putInOrder(given, asked, count);
  return { count, given, asked };
}

/** Renumbers in the order in which keys come, so that neighbors are looked up next to each other. */
function putInOrder(given: Int32Array, asked: Int32Array, count: number): void {
  const numbers = new Int32Array(count).fill(-1);
  let next = 0;
  for (let i = 0; i < given.length; i++) {
    const number = given[i] as number;
    if (numbers[number] === -1) numbers[number] = next++;
    given[i] = numbers[number] as number;
  }
  for (let i = 0; i < asked.length; i++) {
    const number = asked[i] as number;
    if (number >= 0) asked[i] = numbers[number] as number;
  }
}

/** Keys by partition, with their places. Partition `p` is at `from[p] <= i < from[p + 1]`. */
interface Split extends Room {
  readonly from: Int32Array;
}

interface Room {
  keys: Int32Array;
  places: Int32Array;
}

const noRoom = (): Room => ({ keys: new Int32Array(), places: new Int32Array() });
/**
 * Buffers reused by every call, which is safe because calls are synchronous. Fresh memory costs a page fault per page
 * and is freed late.
 */
const ROOM = { given: noRoom(), asked: noRoom() };

function split(keys: Int32Array, room: Room): Split {
  if (room.keys.length < keys.length) {
    room.keys = new Int32Array(keys.length);
    room.places = new Int32Array(keys.length);
  }
  const from = new Int32Array(PARTS + 1);
  for (let i = 0; i < keys.length; i++) {
    const part = ((keys[i] as number) >>> PART_SHIFT) + 1;
    from[part] = (from[part] as number) + 1;
  }
  for (let part = 0; part < PARTS; part++) from[part + 1] = (from[part + 1] as number) + (from[part] as number);
  const next = from.slice();
  const { keys: sorted, places } = room;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i] as number;
    const part = key >>> PART_SHIFT;
    const at = next[part] as number;
    next[part] = at + 1;
    sorted[at] = key;
    places[at] = i;
  }
  return { keys: sorted, places, from };
}

function largest({ from }: Split): number {
  let max = 0;
  for (let part = 0; part < PARTS; part++) max = Math.max(max, (from[part + 1] as number) - (from[part] as number));
  return max;
}

/** Returns a power of two that the keys fill to at most two thirds, so that a slot is always free. */
const slotsFor = (keys: number): number => 2 ** Math.ceil(Math.log2(keys * 1.5 + 2));

/**
 * Finds the cell that holds a key, or the free one for it. A slot has two adjacent cells: the key plus 1 (0: free), and
 * its number.
 */
function cellOf(cells: Int32Array, slots: number, key: number): number {
  let slot = key & (slots - 1);
  for (let held = cells[slot * 2]; held !== 0 && held !== key + 1; held = cells[slot * 2]) {
    slot = (slot + 1) & (slots - 1);
  }
  return slot * 2;
}

/**
 * Links of many segments, with keys as numbers from 0. Segment `s` provides `provided[i]` for `providedFrom[s] <= i <
 * providedFrom[s + 1]`, and mentions `mentioned[i]` likewise. Mentioned keys that no segment provides are left out.
 */
export interface LinkIndex {
  readonly keys: number;
  readonly provided: Int32Array;
  readonly providedFrom: Int32Array;
  readonly mentioned: Int32Array;
  readonly mentionedFrom: Int32Array;
}

/** Builds the index with one lookup per link; everything after that works on numbers. */
export function indexLinks(segments: readonly Pick<WorkingSegment, 'links'>[]): LinkIndex {
  const { provided, providedFrom, mentioned, mentionedFrom } = flatLinks(segments);
  const { count, given, asked } = numberKeys(provided, mentioned);
  let found = 0;
  for (let at = 0; at < segments.length; at++) {
    const [first, end] = [mentionedFrom[at] as number, mentionedFrom[at + 1] as number];
    mentionedFrom[at] = found;
    for (let i = first; i < end; i++) if ((asked[i] as number) >= 0) asked[found++] = asked[i] as number;
  }
  mentionedFrom[segments.length] = found;
  return { keys: count, provided: given, providedFrom, mentioned: asked.subarray(0, found), mentionedFrom };
}

/** Flattens the links of all segments into one list. */
function flatLinks(segments: readonly Pick<WorkingSegment, 'links'>[]): Omit<LinkIndex, 'keys'> {
  const providedFrom = new Int32Array(segments.length + 1);
  const mentionedFrom = new Int32Array(segments.length + 1);
  for (let at = 0; at < segments.length; at++) {
    const { links } = segments[at] as WorkingSegment;
    const provides = links[0] ?? 0;
    providedFrom[at + 1] = (providedFrom[at] as number) + provides;
    mentionedFrom[at + 1] = (mentionedFrom[at] as number) + Math.max(0, links.length - 1 - provides);
  }
  const provided = new Int32Array(providedFrom[segments.length] as number);
  const mentioned = new Int32Array(mentionedFrom[segments.length] as number);
  let [p, m] = [0, 0];
  for (let at = 0; at < segments.length; at++) {
    const { links } = segments[at] as WorkingSegment;
    const provides = links[0] ?? 0;
    for (let i = 1; i <= provides; i++) provided[p++] = links[i] as number;
    for (let i = provides + 1; i < links.length; i++) mentioned[m++] = links[i] as number;
  }
  return { provided, providedFrom, mentioned, mentionedFrom };
}

/** Lists the segments that mention each key: `by[i]` for `from[key] <= i < from[key + 1]`, ascending. */
export function invertMentions({ keys, mentioned, mentionedFrom }: LinkIndex): {
  readonly by: Int32Array;
  readonly from: Int32Array;
} {
  const from = startsOf(mentioned, keys);
  const next = from.slice();
  const by = new Int32Array(mentioned.length);
  for (let at = 0; at + 1 < mentionedFrom.length; at++) {
    for (let i = mentionedFrom[at] as number; i < (mentionedFrom[at + 1] as number); i++) {
      const key = mentioned[i] as number;
      by[next[key] as number] = at;
      next[key] = (next[key] as number) + 1;
    }
  }
  return { by, from };
}
