// 1: part of a sentence's word; 2: space; 0: anything else.
const CLASS = new Uint8Array(0x2020);
for (let c = 0; c < 26; c++) CLASS[65 + c] = CLASS[97 + c] = 1;
for (const mark of `'",.()\`*-`) CLASS[mark.charCodeAt(0)] = 1;
CLASS.fill(1, 0xc0, 0x201a);
CLASS[32] = 2;

const IN_A_ROW = 5;

/**
 * True if a line has five consecutive words, each followed by one space. Words are letters and sentence punctuation.
 * A regular expression would restart at every letter.
 */
export function hasPlainWords(line: string): boolean {
  let words = 0;
  let inside = false;
  for (let i = 0; i < line.length; i++) {
    const k = CLASS[line.charCodeAt(i)];
    if (k === 1) {
      inside = true;
      continue;
    }
    words = k === 2 && inside ? words + 1 : 0;
    if (words === IN_A_ROW) return true;
    inside = false;
  }
  return false;
}
