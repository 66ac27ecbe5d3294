/**
 * Hashes of a sample of a text's lines: a bottom-k sketch (Cohen and Kaplan, "Summarizing data using bottom-k
 * sketches", PODC 2007). The lines with the lowest hashes are sampled, so texts with the same lines sample the same
 * ones. A file change has a second sketch after a hyphen, of the lines that it removed. Four digits per hash,
 * ascending; empty if unknown.
 */
export type LineSketch = string;

/**
 * Max hashes of a sketch. A share of lines is estimated to within about 9 % (one standard error, at a share of one
 * half).
 */
export const SKETCHED = 32;

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/';
const DIGITS_A_HASH = 4;
const BITS = 24;
/** Greater than any hash. */
const ALL_HASHES = 2 ** BITS;
const SEPARATOR = '-';

/** Max characters scanned: about 10 ms. A longer text is sketched from its beginning. */
const SEARCHED = 1_048_576;
/** Start of a change: a unified diff, a part of one, or a patch in Codex's format. */
const DIFF = /^(?:diff --git |Index: .*\r?\n=|--- \S.*\r?\n\+\+\+ |@@[ \r\n]|\*\*\* Begin Patch)/;
/** Start of changed lines, which run until another file begins. */
const HUNK = /^(?:@@|\*\*\* (?:Add|Update) File)/;
const NEXT_FILE = /^(?:diff --git |Index: |\*\*\* )/;
/** A line with its number, as file readers print it. */
const NUMBERED = /^ *\d+[\t→]/;
/** Max characters of an ignored line: a lone bracket is in every file. */
const TOO_SHORT = 1;

const VALUES = new Uint8Array(128);
for (let value = 0; value < DIGITS.length; value++) VALUES[DIGITS.charCodeAt(value)] = value;

/** Sketches the part of a file that a segment shows, or a change to it. Linear in `text`. */
export function lineSketchOf(text: string): LineSketch {
  const searched = text.slice(0, SEARCHED);
  const held: number[] = [];
  if (!DIFF.test(searched)) {
    forEachLine(searched, (line) => addTo(held, line.replace(NUMBERED, '')));
    return toDigits(held);
  }
  const replaced: number[] = [];
  let isChanged = false;
  forEachLine(searched, (line) => {
    if (HUNK.test(line)) isChanged = true;
    else if (NEXT_FILE.test(line)) isChanged = false;
    else if (isChanged && line.startsWith('-')) addTo(replaced, line.slice(1));
    else if (isChanged && /^[+ ]/.test(line)) addTo(held, line.slice(1));
  });
  // Lines that only moved do not count as removed.
  const gone = replaced.filter((hash) => !held.includes(hash));
  return toDigits(held) + SEPARATOR + toDigits(gone);
}

/** True if the sketch is of a file change. */
export const isChange = (sketch: LineSketch): boolean => sketch.includes(SEPARATOR);

/** Writes the hashes of the held lines into `hashes`, ascending, and returns their count. */
export function readHeld(sketch: LineSketch, hashes: Int32Array): number {
  const end = sketch.indexOf(SEPARATOR);
  return readDigits(sketch, 0, end < 0 ? sketch.length : end, hashes);
}

/** Does the same for the lines that a change removed. */
export function readReplaced(sketch: LineSketch, hashes: Int32Array): number {
  const start = sketch.indexOf(SEPARATOR);
  return start < 0 ? 0 : readDigits(sketch, start + 1, sketch.length, hashes);
}

/** Max number of hashes, both kinds together. */
export const countHashes = (sketch: LineSketch): number => Math.ceil(sketch.length / DIGITS_A_HASH);

/**
 * Estimates how many lines the first `count` of `hashes` stand for: `count` itself, or by the density of the hashes.
 */
export function linesBehind(hashes: Int32Array, count: number): number {
  if (count < SKETCHED) return count;
  return ((SKETCHED - 1) * ALL_HASHES) / Math.max(1, hashes[SKETCHED - 1] as number);
}

/** Hash up to which the sketch is complete. */
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

/** Keeps the lowest hashes, each once, ascending. Indentation is ignored. */
function addTo(lowest: number[], line: string): void {
  const bare = line.trim();
  if (bare.length <= TOO_SHORT) return;
  const hash = hashOf(bare);
  let at = lowest.length;
  if (at === SKETCHED && hash > (lowest[at - 1] as number)) return;
  while (at > 0 && (lowest[at - 1] as number) > hash) at -= 1;
  if (lowest[at - 1] === hash) return;
  lowest.splice(at, 0, hash);
  if (lowest.length > SKETCHED) lowest.pop();
}

/** FNV-1a with a final mix, because the lowest hashes must be a fair sample. */
function hashOf(line: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < line.length; i++) hash = Math.imul(hash ^ line.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) & (ALL_HASHES - 1);
}

function toDigits(hashes: readonly number[]): string {
  let digits = '';
  for (const hash of hashes) {
    for (let shift = BITS - 6; shift >= 0; shift -= 6) digits += DIGITS[(hash >>> shift) & 63];
  }
  return digits;
}

function readDigits(sketch: LineSketch, from: number, to: number, hashes: Int32Array): number {
  const count = Math.min(SKETCHED, Math.floor((to - from) / DIGITS_A_HASH));
  for (let n = 0, at = from; n < count; n++) {
    let hash = 0;
    for (let i = 0; i < DIGITS_A_HASH; i++) hash = hash * 64 + (VALUES[sketch.charCodeAt(at++) & 127] as number);
    hashes[n] = hash;
  }
  return count;
}
