import type { Lines } from './lines.ts';
import { releaseBytes } from './release-bytes.ts';

/** UTF-16 units copied at a time. */
const PART = 16_384;
const encoder = new TextEncoder();
const bytes = new Uint8Array(PART);

/** Returns the UTF-16 code units of a text. Reading from an array is several times faster than `charCodeAt`. */
export function toCodeUnits(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  for (let from = 0; from < text.length; from += PART) {
    const part = text.slice(from, from + PART);
    // ASCII text has one byte per unit and is copied natively, which covers most texts. Other text may be read only in
    // part.
    const { read, written } = encoder.encodeInto(part, bytes);
    if (read === part.length && written === read) units.set(bytes.subarray(0, part.length), from);
    else for (let i = 0; i < part.length; i++) units[from + i] = part.charCodeAt(i);
  }
  return units;
}

const known = new WeakMap<Lines, Uint16Array>();

/** Returns the code units of the text. Copied once and shared by all callers while the lines are in use. */
export function unitsOf(lines: Lines): Uint16Array {
  let units = known.get(lines);
  if (units === undefined) {
    units = toCodeUnits(lines.text);
    known.set(lines, units);
  }
  return units;
}

/** Frees the shared units at once; no caller may be reading them. If needed again, they are copied again. */
export function releaseUnits(lines: Lines): void {
  const units = known.get(lines);
  if (units === undefined) return;
  known.delete(lines);
  releaseBytes(units);
}
