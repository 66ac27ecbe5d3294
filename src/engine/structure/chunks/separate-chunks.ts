import { type CooperativeTask, parts } from '../../../text/cooperative-task.ts';
import type { Lines } from '../../../text/lines.ts';
import { type Runs, toRuns } from '../blocks.ts';
import type { Policy } from '../policy.ts';

/** Makes each chunk of a long line a record of its own. Otherwise a record could be a line of a megabyte. */
export function recordsApart({ chunks, count }: Lines, records: Runs): Runs {
  if (chunks === undefined) return records;
  const { whole, firstOf } = chunks;
  const cuts = new Uint8Array(count + 1);
  for (let r = 0; r < records.count; r++) cuts[firstOf[records.starts[r] as number] as number] = 1;
  for (let line = 0; line < whole.count; line++) {
    const from = firstOf[line] as number;
    const to = firstOf[line + 1] as number;
    if (to - from > 1) cuts.fill(1, from, to + 1);
  }
  return toRuns(cuts, count);
}

/** Cost of looking for brackets, as a share of the cost of counting tokens. */
const SHARE = 0.1;

/** Gives each chunk the header of its line, or -1. `headers` has the headers of whole lines. */
export function headersByLine({ chunks, count }: Lines, headers: Int32Array): Int32Array {
  if (chunks === undefined) return headers;
  const { lineOf, firstOf } = chunks;
  const ofChunks = new Int32Array(count).fill(-1);
  for (let i = 0; i < count; i++) {
    const header = headers[lineOf[i] as number] as number;
    if (header >= 0) ofChunks[i] = firstOf[header] as number;
  }
  return ofChunks;
}

/**
 * Adds headers of chunks to those of whole lines. A chunk's header is the first chunk of its line, which says what the
 * line is: a time, a path, the name of a table. In JSON it is the chunk that opens the enclosing object or list. Chunks
 * of minified code have none, because the first chunk says nothing about the others.
 */
export function* headersApart(
  lines: Lines,
  { kind, records, scoredBy }: Pick<Policy, 'kind' | 'records' | 'scoredBy'>,
  headers: Int32Array | undefined,
): CooperativeTask<Int32Array | undefined> {
  const { chunks, count } = lines;
  if (chunks === undefined) return headers;
  const { lineOf, firstOf } = chunks;
  const ofLines = headers && headersByLine(lines, headers);
  const isCode = kind === 'source' && (records === undefined || scoredBy === 'blocks');
  const enclosing = kind === 'json' ? yield* brackets(lines) : undefined;
  const apart = new Int32Array(count).fill(-1);
  for (let i = 0; i < count; i++) {
    const first = firstOf[lineOf[i] as number] as number;
    if (i === first) apart[i] = ofLines?.[i] ?? -1;
    else if (enclosing !== undefined) apart[i] = enclosing[i] as number;
    else if (!isCode) apart[i] = first;
  }
  return apart;
}

/**
 * Returns, for each chunk, the chunk of the same line that opens the innermost object or list still open at its
 * start, or -1.
 */
function* brackets(lines: Lines): CooperativeTask<Int32Array> {
  const { text, starts, ends, count, chunks } = lines;
  const enclosing = new Int32Array(count).fill(-1);
  const open: number[] = [];
  let quoted = false;
  let line = -1;
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to; i++) {
      if (chunks?.lineOf[i] !== line) {
        line = chunks?.lineOf[i] ?? i;
        open.length = 0;
        quoted = false;
      }
      enclosing[i] = open.at(-1) ?? -1;
      for (let at = starts[i] as number; at < (ends[i] as number); at++) {
        const c = text.charCodeAt(at);
        if (quoted && c === 92) at++;
        else if (c === 34) quoted = !quoted;
        else if (quoted) continue;
        else if (c === 123 || c === 91) open.push(i);
        else if (c === 125 || c === 93) open.pop();
      }
    }
  });
  return enclosing;
}
