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

/** Characters that are looked at: some 10 ms. What is longer is told by its beginning. */
const SEARCHED = 1_048_576;
/** What a change begins with: a unified diff, a part of one, or a patch as Codex writes it. */
const DIFF = /^(?:diff --git |Index: .*\r?\n=|--- \S.*\r?\n\+\+\+ |@@[ \r\n]|\*\*\* Begin Patch)/;
/** From here on lines are changed, until another file begins. */
const HUNK = /^(?:@@|\*\*\* (?:Add|Update) File)/;
const NEXT_FILE = /^(?:diff --git |Index: |\*\*\* )/;
/** A line with its number, as readers show it. */
const NUMBERED = /^ *\d+[\t→]/;
/** Characters of a line that does not count: a bracket alone is in every file. */
const TOO_SHORT = 1;

const VALUES = new Uint8Array(128);
for (let value = 0; value < DIGITS.length; value++) VALUES[DIGITS.charCodeAt(value)] = value;

/** The sketch of what a segment shows of a file, or of a change that it has made. Linear in `text`. */
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
  // What has only moved is still there.
  const gone = replaced.filter((hash) => !held.includes(hash));
  return toDigits(held) + SEPARATOR + toDigits(gone);
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
  return Math.ceil(sketch.length / DIGITS_A_HASH);
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

/** Keeps the lowest, each once, ascending. However far a line is indented. */
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

/** FNV-1a, its bits mixed once more: the lowest of the hashes stand for all. */
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
