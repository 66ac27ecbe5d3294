/** UTF-16 units of a chunk: min before a good place to end it, and max. */
interface Size {
  readonly min: number;
  readonly max: number;
}

const USUAL: Size = { min: 50, max: 160 };
/** Size of a line's first chunk. It says what the line is and is shown with every other chunk. */
const FIRST: Size = { min: 24, max: 80 };

const OPENS = '([{';
const CLOSES = ')]}';

/**
 * Returns where the chunk that begins at `from` ends, at most `to`. Prefers the end of the last statement or value
 * within reach, then the last comma, then the last space. Never splits a character or an escape sequence.
 */
export function chunkEnd(text: string, from: number, to: number, isFirst = false): number {
  const { min, max } = isFirst ? FIRST : USUAL;
  if (to - from <= max + min) return to;
  let comma = 0;
  let space = 0;
  for (let at = from + max; at > from + min; at--) {
    const last = text.charAt(at - 1);
    const next = text.charAt(at);
    if (last === ';' || (last === ',' && CLOSES.includes(text.charAt(at - 2)))) return at;
    if (last === '}' && !',;'.includes(next) && !CLOSES.includes(next)) return at;
    if ((last === ',' || OPENS.includes(last)) && comma === 0) comma = at;
    else if ((last === ' ' || last === '\t') && space === 0) space = at;
  }
  return comma || space || betweenCharacters(text, from + max);
}

function betweenCharacters(text: string, at: number): number {
  const isInside = (text.charCodeAt(at) & 0xfc00) === 0xdc00 || text.charAt(at - 1) === '\\';
  return isInside ? at - 1 : at;
}
