/** Counts the bytes of JSON in a result, in each place it appears in. */
export type Measure = Readonly<ReturnType<typeof createMeasure>>;

/** Form in which a value appears: as JSON (`plain`), as JSON inside a text, which is escaped once more (`text`), or in both. */
export type MeasuredForm = 'plain' | 'text' | 'both';

const PLAIN = /^[ !#-[\]-~]*$/;

function bytesAt(text: string, at: number, plain: number, escaped: number): number {
  const c = text.charCodeAt(at);
  if (c === 0x22 || c === 0x5c) return plain * 2 + escaped * 4;
  if (c >= 0x20 && c < 0x80) return plain + escaped;
  if (c < 0x20) {
    const short = c === 8 || c === 9 || c === 10 || c === 12 || c === 13;
    return short ? plain * 2 + escaped * 3 : plain * 6 + escaped * 7;
  }
  if (c < 0x800) return (plain + escaped) * 2;
  if ((c & 0xf800) !== 0xd800) return (plain + escaped) * 3;
  const first = c < 0xdc00;
  // Past either end the code is NaN, which is not a surrogate.
  const pair = first ? (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00 : (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
  if (!pair) return plain * 6 + escaped * 7;
  return first ? (plain + escaped) * 4 : 0;
}

/** Counts bytes as `JSON.stringify` and UTF-8 write them. */
export function createMeasure(form: MeasuredForm) {
  const plain = form === 'text' ? 0 : 1;
  const escaped = form === 'plain' ? 0 : 1;
  const mark = plain + escaped;
  const quotes = plain * 2 + escaped * 4;
  return {
    /** Bytes of a bracket, a comma, a colon, a digit. */
    mark,
    /** Bytes of the character at an offset; a surrogate pair counts at its first half. */
    charAt: (text: string, at: number): number => bytesAt(text, at, plain, escaped),
    /** Bytes of a string with its quotes. */
    string(text: string): number {
      if (PLAIN.test(text)) return text.length * mark + quotes;
      let bytes = quotes;
      for (let i = 0; i < text.length; i++) bytes += bytesAt(text, i, plain, escaped);
      return bytes;
    },
  };
}
