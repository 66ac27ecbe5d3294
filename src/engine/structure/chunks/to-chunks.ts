import type { CooperativeTask } from '../../../text/cooperative-task.ts';
import type { LineChunks, Lines } from '../../../text/lines.ts';
import type { PruneRequest } from '../../pruner.ts';

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

/** UTF-16 units of a very long line. Hand-written code has none; minified code has nothing else. */
const LONG = 2000;
/**
 * With a small budget, a line that would fill half of it also counts as very long: units per token of the budget, and
 * min units of such a line.
 */
const LONG_FOR_TOKENS = 2;
const MIN_LONG_CHARS = 400;
const CHARS_PER_TOKEN = 4;
/** Cost of looking for the ends of chunks, as a share of the cost of counting tokens, and the units per part. */
const SHARE = 0.1;
const PART = 131_072;

/**
 * Cuts very long lines into chunks, which the engine then treats as lines. Lines stay whole with `plain` markers,
 * which cannot express part of a line, and in automatic mode, where nobody asked.
 */
export function* toChunks(lines: Lines, request: PruneRequest): CooperativeTask<Lines> {
  if (request.markers !== 'ranges' || request.automatic !== undefined) return lines;
  const longFrom = longFor(request);
  const { starts, ends, count } = lines;
  let long = 0;
  for (let i = 0; i < count; i++) long += (ends[i] as number) - (starts[i] as number) >= longFrom ? 1 : 0;
  return long === 0 ? lines : yield* cutLong(lines, longFrom);
}

/** Returns the min length of lines that are cut. With a small budget, a line of this length would fill half of it. */
function longFor({ text, maxTokens = Infinity, targetRatio = 1 }: PruneRequest): number {
  const tokens = Math.min(maxTokens, (text.length * targetRatio) / CHARS_PER_TOKEN);
  return Math.max(MIN_LONG_CHARS, Math.min(LONG, tokens * LONG_FOR_TOKENS));
}

function* cutLong(whole: Lines, longFrom: number): CooperativeTask<Lines> {
  const { text, count } = whole;
  const starts: number[] = [];
  const ends: number[] = [];
  const lineOf: number[] = [];
  const firstOf = new Int32Array(count + 1);
  for (let line = 0, part = 0; line < count; line++) {
    firstOf[line] = starts.length;
    const end = whole.ends[line] as number;
    let at = whole.starts[line] as number;
    const isLong = end - at >= longFrom;
    do {
      if (at >= part) {
        part = at + PART;
        yield PART * SHARE;
      }
      starts.push(at);
      at = isLong ? chunkEnd(text, at, end, at === whole.starts[line]) : end;
      ends.push(at);
      lineOf.push(line);
    } while (at < end);
  }
  firstOf[count] = starts.length;
  starts.push(text.length);
  const chunks: LineChunks = { whole, lineOf: Int32Array.from(lineOf), firstOf };
  return { ...whole, count: ends.length, starts: Int32Array.from(starts), ends: Int32Array.from(ends), chunks };
}
