// Character classes of words: 0 none, 1 lower case or caseless, 2 upper case, 3 digit, 4 joins words into one name.
const CLASS = new Uint8Array(128);
for (let c = 0; c < 26; c++) {
  CLASS[97 + c] = 1;
  CLASS[65 + c] = 2;
}
for (let c = 48; c < 58; c++) CLASS[c] = 3;
CLASS[95] = CLASS[36] = 4;

/**
 * Returns the class of a UTF-16 unit: 0 none, 1 lower case or caseless letter, 2 upper case, 3 digit, 4 joiner (`_`,
 * `$`), 5 letter of a script that writes no spaces between words, or one that joins endings to them (Korean).
 */
export function charClass(c: number): number {
  if (c < 128) return CLASS[c] as number;
  if (c < 0xaa || c === 0xd7 || c === 0xf7 || (c >= 0x2000 && c < 0x2c00) || (c >= 0x3000 && c < 0x3040)) return 0;
  if ((c >= 0x3040 && c < 0xa000) || (c >= 0xac00 && c < 0xd7b0) || (c >= 0xe00 && c < 0xf00)) return 5;
  return c >= 0xd800 && c < 0xf900 ? 0 : 1;
}

/**
 * Cuts common English endings, so that `parsing`, `parsed` and `parses` all become `pars`. Light on purpose: names in
 * code are short, and a wrong merge costs more than a missed one.
 */
export function stem(word: string): string {
  let w = word;
  const n = w.length;
  if (n > 5 && w.endsWith('ing')) w = undouble(w.slice(0, -3));
  else if (n > 4 && (w.endsWith('ies') || w.endsWith('ied'))) w = `${w.slice(0, -3)}y`;
  else if (n > 4 && w.endsWith('ed')) w = undouble(w.slice(0, -2));
  else if (n > 4 && (w.endsWith('sses') || w.endsWith('shes') || w.endsWith('ches') || w.endsWith('xes')))
    w = w.slice(0, -2);
  else if (n > 3 && w.endsWith('s') && !w.endsWith('ss') && !w.endsWith('us')) w = w.slice(0, -1);
  if (w.length > 4 && w.endsWith('ly')) w = w.slice(0, -2);
  if (w.length > 4 && w.endsWith('e')) w = w.slice(0, -1);
  return w;
}

function undouble(w: string): string {
  const n = w.length;
  const c = w.charCodeAt(n - 1);
  return n > 4 && c === w.charCodeAt(n - 2) && c !== 108 && c !== 115 ? w.slice(0, -1) : w;
}

/**
 * Returns a lower-case word without accents, with full-width letters as usual ones, so that `Größe` is found by
 * `grosse` and `ＡＰＩ` by `api`.
 */
export function foldWord(word: string): string {
  return isAscii(word)
    ? word
    : word
        .normalize('NFKD')
        .replaceAll(/\p{Mn}/gu, '')
        .replaceAll('ß', 'ss')
        .normalize('NFC');
}

function isAscii(word: string): boolean {
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) > 127) return false;
  return true;
}

/** A name found in a text: `[from, to)`, and the offsets where its words end. */
export type NameVisitor = (from: number, to: number, wordEnds: Int32Array, words: number) => void;

const MAX_WORDS = 32;
const wordEnds = new Int32Array(MAX_WORDS + 1);

/**
 * Visits every name in `text[from, to)`, cut into words at `_`, `$`, camelCase humps and acronym ends
 * (`HTTPServer_v2` has `HTTP`, `Server`, `v2`). A word's end excludes the joiners after it.
 */
export function eachName(text: string, from: number, to: number, visit: NameVisitor): void {
  let i = from;
  while (i < to) {
    let k = charClass(text.charCodeAt(i));
    if (k === 0 || k === 4) {
      i = text.charCodeAt(i) === 27 ? afterEscape(text, i, to) : i + 1;
      continue;
    }
    const start = i;
    let words = 0;
    let previous = k;
    i++;
    while (i < to) {
      k = charClass(text.charCodeAt(i));
      if (k === 0 || (k === 5 && words === MAX_WORDS - 1)) break;
      if (words < MAX_WORDS && k !== 4 && previous !== 4) {
        if (k === 5 || previous === 5 || (k === 2 && previous !== 2)) wordEnds[words++] = i;
        else if (k === 1 && previous === 2 && i - 2 >= start && charClass(text.charCodeAt(i - 2)) === 2)
          wordEnds[words++] = i - 1;
      } else if (k === 4 && previous !== 4 && words < MAX_WORDS) wordEnds[words++] = i;
      previous = k;
      i++;
    }
    if (previous !== 4 && words < MAX_WORDS) wordEnds[words++] = i;
    visit(start, i, wordEnds, words);
  }
}

/** Returns the offset after an escape sequence, e.g. a color. Its last letter is not part of the next word. */
function afterEscape(text: string, from: number, to: number): number {
  if (text.charCodeAt(from + 1) !== 91) return from + 1;
  let i = from + 2;
  while (i < to && i < from + 16) {
    const c = text.charCodeAt(i);
    if ((c >= 48 && c <= 57) || c === 59 || c === 63) i++;
    else return charClass(c) === 1 || charClass(c) === 2 ? i + 1 : i;
  }
  return i;
}
