import type { Lines } from '../../text/lines.ts';
import { lineHead } from '../structure/line-head.ts';
import { type Outline, Role } from '../structure/outline.ts';
import type { Structure } from '../structure/structure.ts';
import { labelOf, type NamedPart } from './named-parts.ts';

/** In gaps with fewer lines, no statements are named. */
const MIN_LINES = 12;
const MAX_LABEL = 32;

/**
 * Names the outermost statements of source code (lines `from` to `to`, inclusive) by their first words: branches,
 * loops, elements, calls. Statements of one line are named only if there are no longer ones: then the first and the
 * last.
 */
export function statementParts(
  lines: Lines,
  { policy, shape }: Structure,
  from: number,
  to: number,
): readonly NamedPart[] {
  if (policy.kind !== 'source' || to - from + 1 < MIN_LINES) return [];
  const parts = outermost(shape, from, to)
    .map((line) => ({
      ...{ line, from: line, end: shape.ends[line] as number, depth: 0, within: -1 },
      label: labelOf(lineHead(lines, line), MAX_LABEL),
    }))
    .filter(({ label }) => /\w{2}/.test(label));
  const long = parts.filter(({ line, end }) => end > line);
  if (long.length > 0) return long;
  return parts.length < 3 ? parts : [parts[0] as NamedPart, parts.at(-1) as NamedPart];
}

/** Returns the lines of a gap that no other line of the gap encloses. */
function outermost({ roles, parents, literals }: Outline, from: number, to: number): readonly number[] {
  const found: number[] = [];
  for (let line = from; line <= to; line++) {
    const role = roles[line] as number;
    const isCode = role === Role.plain || role === Role.control || role === Role.definition;
    if (isCode && literals?.[line] !== 1 && (parents[line] as number) < from) found.push(line);
  }
  return found;
}
