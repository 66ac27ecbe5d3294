import type { CooperativeTask } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import { oddRowLines } from '../score/order/odd-rows.ts';
import { toBlocks } from '../structure/blocks.ts';
import { lineHead } from '../structure/line-head.ts';
import { Role } from '../structure/outline.ts';
import type { Structure } from '../structure/structure.ts';
import { Kept } from './select.ts';

/** Lines from the beginning and from the end. */
const HEAD = 8;
const TAIL = 8;
/** Max lines between them, and their max depth. */
const MAX_LINES = 60;
const MAX_DEPTH = 2;

/**
 * Picks lines that show a text's structure, for a question that matches none of its lines. These are its beginning
 * and end, headings, definitions, outermost keys or files, and the evidence.
 */
export function* outlineLines(lines: Lines, structure: Structure): CooperativeTask<Uint8Array> {
  const { evidence, shape, policy } = structure;
  // A code file ends with the body of some function.
  const tail = policy.kind === 'source' ? 0 : TAIL;
  const keep = evidence.slice();
  yield lines.count;
  let solid = 0;
  for (let i = 0; i < lines.count && solid < HEAD; i++) solid += take(i);
  solid = 0;
  for (let i = lines.count - 1; i >= 0 && solid < tail; i--) solid += take(i);
  if (policy.rows === 'list' && policy.kind === 'data') {
    for (const i of yield* oddRowLines(lines, shape, true)) keep[i] = Kept.chosen;
  }
  let left = MAX_LINES;
  for (const level of levels(lines, structure)) {
    for (const i of level.slice(0, left)) keep[i] = Kept.chosen;
    left -= level.length;
    if (left <= 0) break;
  }
  return keep;

  function take(i: number): number {
    if (shape.roles[i] === Role.blank) return 0;
    keep[i] = Kept.chosen;
    return 1;
  }
}

/** Returns lines that name what others are about, by depth, outermost first. */
function levels(lines: Lines, { policy, shape, headers }: Structure): readonly number[][] {
  if (policy.kind === 'search') return [[...toBlocks(lines, shape, 'search').starts.subarray(0, -1)]];
  const found: number[][] = Array.from({ length: MAX_DEPTH }, () => []);
  const enclosing = policy.kind === 'source' ? new Set(shape.names.keys()) : new Set(headers);
  const parents = policy.kind === 'source' ? shape.parents : headers;
  for (const i of [...enclosing].sort((a, b) => a - b)) {
    if (i < 0 || !/\w{2}/.test(lineHead(lines, i))) continue;
    let depth = 0;
    for (let p = parents?.[i] ?? -1; p >= 0 && depth < MAX_DEPTH; p = parents?.[p] ?? -1) depth++;
    found[depth]?.push(i);
  }
  return found;
}
