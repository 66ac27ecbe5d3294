/**
 * Which lines a text of a file holds, as hashes of a few of them: a bottom-k sketch (Cohen and Kaplan, "Summarizing data
 * using bottom-k sketches", PODC 2007), so that of two sketches it is the same lines that are in both. A change of a file
 * has a second one after a hyphen, of the lines that it took out. Four digits a hash, ascending; empty: not known.
 */
export type LineSketch = string;

/** Hashes of a sketch: a share of lines is told to within some 9 % (one standard error, of a half). */
export const SKETCHED = 32;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/';
const DIGITS_A_HASH = 4;
const BITS = 24;
/** Beyond any hash. */
const ALL_HASHES = 2 ** BITS;
const SEPARATOR = '-';

/** What a unified diff begins with, or a part of one. */
const DIFF = /^(?:diff --git |Index: |--- \S|@@[ \n])/;
/** Before the first line that is changed. */
const DIFF_HEAD =
  /^(?:diff --git |Index: |index |--- |\+\+\+ |@@(?: |$)|old mode |new mode |new file |deleted file |similarity |rename |={10})/;
/** A line with its number, as readers show it. */
const NUMBERED = /^ *\d+[\t→]/;
/** Characters of a line that are not looked at: a bracket alone is in every file. */
const TOO_SHORT = 1;

const VALUES = new Uint8Array(128);
for (let value = 0; value < DIGITS.length; value++) VALUES[DIGITS.charCodeAt(value)] = value;

/** The sketch of what a segment shows of a file, or of a change (a unified diff) that it has made. Linear in `text`. */
export function lineSketchOf(text: string): LineSketch {
  const held = new Set<number>();
  if (!DIFF.test(text)) {
    forEachLine(text, (line) => addTo(held, line.replace(NUMBERED, '')));
    return toDigits(held);
  }
  const replaced = new Set<number>();
  forEachLine(text, (line) => {
    if (DIFF_HEAD.test(line)) return;
    addTo(line.startsWith('-') ? replaced : held, line.slice(1));
  });
  for (const hash of held) replaced.delete(hash);
  return toDigits(held) + SEPARATOR + toDigits(replaced);
}

/** Of a change of a file, not of the file. */
export function isChange(sketch: LineSketch): boolean {
  return sketch.includes(SEPARATOR);
}

/** Puts the hashes of the lines that it holds into `hashes`, ascending; returns how many. */
export function readHeld(sketch: LineSketch, hashes: Int32Array): number {
  const end = sketch.indexOf(SEPARATOR);
  return readDigits(sketch, 0, end < 0 ? sketch.length : end, hashes);
}

/** The same for the lines that a change took out. */
export function readReplaced(sketch: LineSketch, hashes: Int32Array): number {
  const start = sketch.indexOf(SEPARATOR);
  return start < 0 ? 0 : readDigits(sketch, start + 1, sketch.length, hashes);
}

/** How many hashes there are at most, of both kinds. */
export function countHashes(sketch: LineSketch): number {
  return sketch.length / DIGITS_A_HASH;
}

/** How many lines the first `count` of `hashes` stand for: as many as they are, or by how densely they lie. */
export function linesBehind(hashes: Int32Array, count: number): number {
  if (count < SKETCHED) return count;
  return ((SKETCHED - 1) * ALL_HASHES) / Math.max(1, hashes[SKETCHED - 1] as number);
}

/** Up to which hash no line is left out. */
export function completeUpTo(hashes: Int32Array, count: number): number {
  return count < SKETCHED ? ALL_HASHES : (hashes[SKETCHED - 1] as number);
}

function forEachLine(text: string, take: (line: string) => void): void {
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    take(text.slice(start, end));
    start = end + 1;
  }
}

/** However far it is indented. */
function addTo(hashes: Set<number>, line: string): void {
  const bare = line.trim();
  if (bare.length > TOO_SHORT) hashes.add(hashOf(bare));
}

/** FNV-1a, its bits mixed once more: the lowest of the hashes stand for all. */
function hashOf(line: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < line.length; i++) hash = Math.imul(hash ^ line.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) & (ALL_HASHES - 1);
}

function toDigits(hashes: ReadonlySet<number>): string {
  const lowest = Int32Array.from(hashes).sort().subarray(0, SKETCHED);
  let digits = '';
  for (const hash of lowest) {
    for (let shift = BITS - 6; shift >= 0; shift -= 6) digits += DIGITS[(hash >>> shift) & 63];
  }
  return digits;
}

function readDigits(sketch: LineSketch, from: number, to: number, hashes: Int32Array): number {
  const count = Math.min(SKETCHED, (to - from) / DIGITS_A_HASH);
  for (let n = 0, at = from; n < count; n++) {
    let hash = 0;
    for (let i = 0; i < DIGITS_A_HASH; i++) hash = hash * 64 + (VALUES[sketch.charCodeAt(at++) & 127] as number);
    hashes[n] = hash;
  }
  return count;
}
