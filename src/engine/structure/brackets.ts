import { type CooperativeTask, parts } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import { toRuns } from './blocks.ts';
import type { HeadersOf, RecordsOf } from './policy.ts';

/** Cost of looking at line ends, as a share of the cost of counting tokens. */
const SHARE = 0.05;

interface Brackets {
  /** The line whose bracket encloses each line, or -1. */
  readonly parents: Int32Array;
  /** The line that closes the bracket of a line; the line itself if it opens none. */
  readonly ends: Int32Array;
}

/** Reads pretty-printed JSON. A line opens with its last character and closes with its first. */
function* brackets(lines: Lines): CooperativeTask<Brackets> {
  const { text, starts, ends: lineEnds, count } = lines;
  const parents = new Int32Array(count).fill(-1);
  const ends = new Int32Array(count);
  const open: number[] = [];
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to; i++) {
      ends[i] = i;
      let at = starts[i] as number;
      let end = lineEnds[i] as number;
      while (at < end && text.charCodeAt(at) <= 32) at++;
      while (end > at && text.charCodeAt(end - 1) <= 32) end--;
      if (at >= end) continue;
      const first = text.charCodeAt(at);
      const last = text.charCodeAt(end - 1);
      // `}` and `]`, then `{` and `[`.
      if (first === 125 || first === 93) {
        const opener = open.pop();
        if (opener !== undefined) ends[opener] = i;
      }
      parents[i] = open.at(-1) ?? -1;
      if (last === 123 || last === 91) open.push(i);
    }
  });
  for (const i of open) ends[i] = count - 1;
  return { parents, ends };
}

/** Returns the key or bracket that encloses each line of JSON. */
export function* byBracket(lines: Parameters<HeadersOf>[0]): ReturnType<HeadersOf> {
  return (yield* brackets(lines)).parents;
}

/** Makes the outermost values of at most `maxLines` lines records: items of a list, entries of a map. */
export function itemsOf(maxLines: number): RecordsOf {
  return function* (lines) {
    const { ends } = yield* brackets(lines);
    const cuts = new Uint8Array(lines.count + 1);
    for (let i = 0; i < lines.count; i++) {
      cuts[i] = 1;
      const end = ends[i] as number;
      if (end - i < maxLines) i = Math.max(i, end);
    }
    return toRuns(cuts, lines.count);
  };
}
