import type { Lines } from '../../text/lines.ts';
import type { TextKind } from '../pruner.ts';
import { type Outline, Role } from './outline.ts';

/** A text cut into runs of lines. `of[line]` is the run a line is in; run `b` is `[starts[b], starts[b + 1])`. */
export interface Runs {
  readonly count: number;
  readonly of: Int32Array;
  readonly starts: Int32Array;
}

const SPLIT_ABOVE = 60;

/** Cuts a text into blocks: a function with its comments and decorators, a group of statements, a paragraph. */
export function toBlocks(lines: Lines, shape: Outline, kind: TextKind): Runs {
  if (kind === 'search') return byPath(lines);
  const { roles, parents } = shape;
  const n = lines.count;
  const cuts = new Uint8Array(n + 1);
  const inner = new Uint8Array(n); // has definitions directly or deeper inside
  for (const line of shape.names.keys()) {
    for (
      let p = parents[line] as number, hops = 0;
      p >= 0 && hops < 64 && inner[p] === 0;
      p = parents[p] as number, hops++
    )
      inner[p] = 1;
  }
  const open = new Uint8Array(n);
  let blockEnd = -1; // the end of the closed block being walked over
  for (let i = 0; i < n; i++) {
    if (i <= blockEnd) continue;
    const role = roles[i] as number;
    if (role !== Role.definition) continue;
    const parent = parents[i] as number;
    if (parent >= 0 && open[parent] === 0) continue;
    cuts[attached(shape, i)] = 1;
    const end = closedEnd(shape, i, n);
    cuts[end + 1] = 1;
    const long = end - i + 1 > SPLIT_ABOVE;
    if (inner[i] === 1 && (long || shape.names.get(i)?.container)) open[i] = 1;
    else blockEnd = end;
  }
  // Text between definitions is cut at blank lines once there is enough of it.
  let length = 0;
  blockEnd = -1;
  for (let i = 0; i < n; i++) {
    if (cuts[i] === 1) length = 0;
    if (roles[i] === Role.definition && open[i] === 0 && i > blockEnd && cuts[attached(shape, i)] === 1)
      blockEnd = closedEnd(shape, i, n);
    if (i > blockEnd && ((roles[i] === Role.blank && length >= 5) || length >= 24)) {
      cuts[i + (roles[i] === Role.blank ? 1 : 0)] = 1;
      length = 0;
    }
    length++;
  }
  return toRuns(cuts, n);
}

/** Cuts blocks into chunks of about ten lines, at blank lines if possible. */
export function toBlockChunks(shape: Outline, blocks: Runs): Runs {
  const n = shape.roles.length;
  const cuts = new Uint8Array(n + 1);
  for (let b = 0; b < blocks.count; b++) {
    const from = blocks.starts[b] as number;
    const to = blocks.starts[b + 1] as number;
    cuts[from] = 1;
    if (to - from <= 14) continue;
    let length = 0;
    for (let i = from; i < to; i++) {
      if ((shape.roles[i] === Role.blank && length >= 5) || length >= 12) {
        if (to - i > 3) cuts[i + (shape.roles[i] === Role.blank ? 1 : 0)] = 1;
        length = 0;
      }
      length++;
    }
  }
  return toRuns(cuts, n);
}

/** Cuts search results into one block per run of lines of the same file. */
function byPath(lines: Lines): Runs {
  const { text, starts, ends, count } = lines;
  const cuts = new Uint8Array(count + 1);
  let path = '';
  for (let i = 0; i < count; i++) {
    const from = starts[i] as number;
    if (i > 0 && text.startsWith(path, from) && path !== '') continue;
    const line = text.slice(from, Math.min(ends[i] as number, from + 300));
    const at = line.search(/[:-]\d+[:-]/);
    path = at < 0 ? '' : line.slice(0, at + 1);
    cuts[i] = 1;
  }
  return toRuns(cuts, count);
}

/** Returns runs that begin wherever `cuts` is 1. */
export function toRuns(cuts: Uint8Array, n: number): Runs {
  const of = new Int32Array(n);
  let count = 0;
  for (let i = 0; i < n; i++) {
    if (cuts[i] === 1 && i > 0) count++;
    of[i] = count;
  }
  const runs = n === 0 ? 0 : count + 1;
  const starts = new Int32Array(runs + 1);
  for (let i = n - 1; i >= 0; i--) starts[of[i] as number] = i;
  starts[runs] = n;
  return { count: runs, of, starts };
}

/** Returns the first line of the comments and decorators directly above a definition. */
export function attached(shape: Outline, line: number): number {
  const { roles, indents } = shape;
  let i = line;
  while (i > 0 && line - i < 40) {
    const above = roles[i - 1] as number;
    if (above === Role.comment) i--;
    else if (
      above === Role.plain &&
      indents[i - 1] === indents[line] &&
      (shape.ends[i - 1] as number) === i - 1 &&
      shape.decorators[i - 1] === 1
    )
      i--;
    else break;
  }
  return i;
}

/** Returns the last line of a definition's block, including its closing bracket. */
function closedEnd(shape: Outline, line: number, n: number): number {
  const end = shape.ends[line] as number;
  return Math.min(n - 1, Math.max(end, line));
}
