import type { Lines } from '../../text/lines.ts';
import type { Structure } from '../structure/structure.ts';
import { type NamedPart, namedParts } from './named-parts.ts';
import { statementParts } from './statement-parts.ts';

/**
 * Returns an outline of the omitted lines `from` to `to` (0-based, inclusive): the names of definitions, headings or
 * statements, with their lines. Empty if there are none.
 */
export type GapOutline = (from: number, to: number) => string;

/** Max share of a gap's characters that its outline takes. */
const SHARE = 0.06;
/** An outline may take this many characters even in a short gap. */
const MIN_ROOM = 120;
const MAX_ENTRIES = 40;
/** Characters of an entry besides its label: its line numbers and the comma. */
const RANGE_CHARS = 11;

/**
 * Names the definitions or headings in gaps, with their lines, so that a reader can ask for one of them: `parseConfig
 * 44-97, Store 99-170`. If there is no room for all, outer and longer ones go first. For code without definitions, the
 * longest statements are named.
 */
export function gapOutlines(lines: Lines, structure: Structure, firstLine: number): GapOutline {
  let parts: readonly NamedPart[] | undefined;
  return (from, to) => {
    parts ??= namedParts(lines, structure);
    // A definition inside a function is named only if that function begins before the gap.
    const named = parts.filter(({ line, within }) => line >= from && line <= to && within < from);
    const inside = named.length > 0 ? named : statementParts(lines, structure, from, to);
    const chars = (lines.starts[to + 1] ?? lines.text.length) - (lines.starts[from] as number);
    const chosen = mostTelling(inside, Math.max(MIN_ROOM, SHARE * chars));
    const more = inside.length - chosen.length;
    return [
      ...chosen.map((part) => {
        const [first, last] = [firstLine + Math.max(part.from, from), firstLine + Math.min(part.end, to)];
        return `${part.label} ${first}${last > first ? `-${last}` : ''}`;
      }),
      // Without this entry, the reader would take the list for complete.
      ...(more > 0 && chosen.length > 0 ? [`+${more} more`] : []),
    ].join(', ');
  };
}

/** Returns the outermost and longest parts that fit in `room` characters, in text order. */
function mostTelling(parts: readonly NamedPart[], room: number): readonly NamedPart[] {
  let left = room;
  const chosen: NamedPart[] = [];
  for (const part of parts.toSorted((a, b) => a.depth - b.depth || b.end - b.line - (a.end - a.line))) {
    const taken = part.label.length + RANGE_CHARS;
    if (taken > left || chosen.length === MAX_ENTRIES) continue;
    left -= taken;
    chosen.push(part);
  }
  return chosen.sort((a, b) => a.line - b.line);
}
