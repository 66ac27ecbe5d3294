// Class bits, as in `boundedChunks`: 1 letters and marks, 2 other visible characters, 4 white space, 8 slashes and
// line ends. A unit beyond ASCII may belong to any.
const ANY = 15;
const CLASSES = new Uint8Array(128).fill(2);
for (let c = 0; c < 26; c++) CLASSES[65 + c] = CLASSES[97 + c] = 1;
for (let c = 48; c < 58; c++) CLASSES[c] = 0;
for (const c of [9, 11, 12, 32]) CLASSES[c] = 4;
for (const c of [10, 13]) CLASSES[c] = 4 | 8;
CLASSES[47] = 2 | 8;

const classes = (text: string, at: number): number => {
  const c = text.charCodeAt(at);
  return c < 128 ? (CLASSES[c] as number) : ANY;
};

/**
 * Quick check: false only if no run of one class is longer than `longest` units. A longer run includes a multiple of
 * `longest`, so one unit in `longest` is checked. That is 100 times faster than searching 1 MB of source that is not
 * all Latin-1.
 */
export function mayHaveLongRun(text: string, longest: number): boolean {
  for (let at = 0; at < text.length; at += longest) {
    const here = classes(text, at);
    for (let bit = 1; bit <= here; bit *= 2) {
      if ((here & bit) === 0) continue;
      let from = at;
      let to = at + 1;
      while (from > 0 && to - from <= longest && (classes(text, from - 1) & bit) !== 0) from--;
      while (to < text.length && to - from <= longest && (classes(text, to) & bit) !== 0) to++;
      if (to - from > longest) return true;
    }
  }
  return false;
}
