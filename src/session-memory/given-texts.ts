import type { Lines } from '../text/lines.ts';
import { isSameLine } from '../text/same-line.ts';
import type { FindGiven, GivenText } from './given-text.ts';
import { hashLines, type LineHash } from './line-hash.ts';

/** Min characters of a part. Shorter parts occur everywhere. */
const MIN_CHARS = 4;
/** Max occurrences of a part to look at. */
const MAX_PLACES = 100;

/** Returns the lines (0-based) on which an occurrence of `part` begins or ends. An edit may replace half a line. */
function linesWith({ text, starts, count }: Lines, part: string): readonly number[] {
  const lines: number[] = [];
  if (part.trim().length < MIN_CHARS) return lines;
  let at = text.indexOf(part);
  for (let place = 0; at >= 0 && place < MAX_PLACES; place++) {
    lines.push(lineAt(starts, count, at), lineAt(starts, count, at + part.length - 1));
    at = text.indexOf(part, at + part.length);
  }
  return lines;
}

/** Returns the line that contains an offset. */
function lineAt(starts: Int32Array, count: number, offset: number): number {
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/**
 * Sets the number of each line to 0 (unknown) if a later text of the same name has another line at that number. A
 * reader who looks for `line 12 in the read of src/a.ts` finds the last read that has a line 12.
 */
function withoutReplaced(text: GivenText, by: GivenText): GivenText {
  if (text.name !== by.name) return text;
  // Numbers ascend in both texts, apart from zeros.
  let other = 0;
  const isReplaced = (number: number, line: number): boolean => {
    while (other < by.numbers.length && (by.numbers[other] as number) < number) other++;
    if (by.numbers[other] === number) return !isSameLine(text.lines, line, by.lines, other);
    return by.elsewhere.some(([first, last]) => first <= number && number <= last);
  };
  return {
    ...text,
    numbers: text.numbers.map((number, line) => (number === 0 || isReplaced(number, line) ? 0 : number)),
  };
}

/** Max results that are remembered. Hosts silently drop older ones from the context. */
const MAX_TEXTS = 20;
const MAX_CHARS = 1_000_000;
const MAX_LINES = 1 << 14;
/** Entry count at which entries of forgotten texts are dropped. */
const MAX_ENTRIES = 1 << 16;
const FIRST_ENTRIES = 1 << 10;
/** Marks an entry, in place of its text's index, whose line has changed since. */
const CHANGED = -1;

/** The last texts that a session was given; at most 3 MiB. */
export type GivenTexts = ReturnType<typeof createGivenTexts>;

interface Entries {
  /** Each entry's hash, text, line, and the previous entry with the same hash (-1: none). */
  hashes: Float64Array;
  texts: Int32Array;
  lines: Int32Array;
  before: Int32Array;
  /** The newest entry per hash, counted from 1; 0 is a free slot. */
  slots: Int32Array;
  size: number;
}

interface Remembered {
  readonly text: GivenText;
  readonly files: readonly string[];
}

export function createGivenTexts() {
  let entries = newEntries(FIRST_ENTRIES);
  /** Keyed by index, oldest first. */
  let texts = new Map<number, Remembered>();
  let next = 0;
  let chars = 0;
  let lineCount = 0;

  const begin = (): void => {
    entries = newEntries(FIRST_ENTRIES);
    texts = new Map();
    next = chars = lineCount = 0;
  };
  const letGo = (): void => {
    for (const [index, { text }] of texts) {
      if (texts.size <= MAX_TEXTS && chars <= MAX_CHARS && lineCount <= MAX_LINES) break;
      const { lines } = text;
      texts.delete(index);
      chars -= lines.text.length;
      lineCount -= lines.count;
    }
    if (entries.size <= MAX_ENTRIES) return;
    const left = [...texts.values()];
    const changed = changedIn(entries, left);
    begin();
    for (const { text, files } of left) add(text, files);
    markChanged(entries, changed);
  };
  const add = (text: GivenText, files: readonly string[]): void => {
    for (const [index, one] of texts) texts.set(index, { ...one, text: withoutReplaced(one.text, text) });
    if (text.lines.count > MAX_LINES || text.lines.text.length > MAX_CHARS) return;
    texts.set(next, { text, files });
    chars += text.lines.text.length;
    lineCount += text.lines.count;
    addLines(entries, text.hashes, next++);
    letGo();
  };

  return {
    /** Remembers a text; `files` are the names of the files that it shows. */
    add,
    /** Marks lines of a file as changed: those in `found`, or all of them if it is empty. */
    changed(file: string, found: readonly Lines[]): void {
      for (const lines of found) markChanged(entries, hashLines(lines));
      for (const { text, files } of texts.values()) {
        if (!files.includes(file)) continue;
        if (found.length === 0) markChanged(entries, text.hashes);
        for (const { text: part } of found) {
          const hashes = linesWith(text.lines, part).map((line) => text.hashes[line] as LineHash);
          markChanged(entries, hashes);
        }
      }
    },
    clear: begin,
    /** Takes a snapshot to search. Later texts and changes do not affect it. */
    view: (): FindGiven => findIn(entries, new Map(texts)),
  };
}

/** Searches the entries that exist at the time of the call, without later ones. */
function findIn(entries: Entries, texts: ReadonlyMap<number, Remembered>): FindGiven {
  const { size } = entries;
  return (hash) => {
    let entry = newestOf(entries, hash);
    while (entry >= size) entry = entries.before[entry] as number;
    if (entry < 0) return undefined;
    const given = texts.get(entries.texts[entry] as number);
    return given && { text: given.text, line: entries.lines[entry] as number };
  };
}

function addLines(entries: Entries, hashes: Float64Array, text: number): void {
  for (let line = 0; line < hashes.length; line++) {
    const hash = hashes[line] as number;
    if (hash !== 0) addEntry(entries, hash, text, line);
  }
}

function markChanged(entries: Entries, hashes: Iterable<LineHash>): void {
  for (const hash of hashes) {
    const newest = newestOf(entries, hash);
    // Skip lines that no text has, and lines that are marked already.
    if (newest >= 0 && entries.texts[newest] !== CHANGED) addEntry(entries, hash, CHANGED, 0);
  }
}

/** Returns the hashes of lines that have changed since they were last given. */
function changedIn(entries: Entries, texts: readonly Remembered[]): Set<LineHash> {
  const changed = new Set<LineHash>();
  for (const { text } of texts) {
    for (const hash of text.hashes) if (entries.texts[newestOf(entries, hash)] === CHANGED) changed.add(hash);
  }
  return changed;
}

/** Returns the newest entry of the hash, or -1. */
const newestOf = (entries: Entries, hash: LineHash): number => (entries.slots[slotOf(entries, hash)] as number) - 1;

function newEntries(capacity: number): Entries {
  return {
    hashes: new Float64Array(capacity),
    texts: new Int32Array(capacity),
    lines: new Int32Array(capacity),
    before: new Int32Array(capacity),
    slots: new Int32Array(capacity * 2),
    size: 0,
  };
}

function addEntry(to: Entries, hash: LineHash, text: number, line: number): void {
  if (to.size === to.hashes.length) grow(to);
  const entry = to.size++;
  const slot = slotOf(to, hash);
  to.hashes[entry] = hash;
  to.texts[entry] = text;
  to.lines[entry] = line;
  to.before[entry] = (to.slots[slot] as number) - 1;
  to.slots[slot] = entry + 1;
}

/** Returns the slot of the hash, or the free slot where it would go. */
function slotOf({ hashes, slots }: Entries, hash: LineHash): number {
  const mask = slots.length - 1;
  let slot = (Math.imul(hash >>> 0, 0x9e3779b1) >>> 12) & mask;
  while (slots[slot] !== 0 && hashes[(slots[slot] as number) - 1] !== hash) slot = (slot + 1) & mask;
  return slot;
}

function grow(entries: Entries): void {
  const capacity = entries.hashes.length * 2;
  const { size } = entries;
  const old = { ...entries };
  Object.assign(entries, newEntries(capacity), { size });
  entries.hashes.set(old.hashes);
  entries.texts.set(old.texts);
  entries.lines.set(old.lines);
  entries.before.set(old.before);
  for (let entry = 0; entry < size; entry++) {
    entries.slots[slotOf(entries, entries.hashes[entry] as number)] = entry + 1;
  }
}
