import type { Lines } from '../../text/lines.ts';
import { lineHead } from '../structure/line-head.ts';
import { type Outline, Role } from '../structure/outline.ts';
import type { Structure } from '../structure/structure.ts';
import { labelOf, type NamedPart, namedParts } from './named-parts.ts';

/** In gaps with fewer lines, no statements are named. */
const MIN_LINES = 12;
const MAX_LABEL = 32;

/**
 * Names the outermost statements of source code (lines `from` to `to`, inclusive) by their first words: branches,
 * loops, elements, calls. Statements of one line are named only if there are no longer ones: then the first and the
 * last.
 */
function statementParts(lines: Lines, { policy, shape }: Structure, from: number, to: number): readonly NamedPart[] {
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

/**
 * Returns an outline of the omitted lines `from` to `to` (0-based, inclusive): the names of definitions, headings or
 * statements, with their lines. Empty if there are none.
 */
export type GapOutline = (from: number, to: number) => string;

/** Max share of a gap's characters that its outline takes. The places of hits are most of what a search is for. */
const SHARE = { search: 0.15, others: 0.06 } as const;
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
  const isSearch = structure.policy.kind === 'search';
  let parts: readonly NamedPart[] | undefined;
  return (from, to) => {
    parts ??= isSearch ? [] : namedParts(lines, structure);
    // A definition inside a function is named only if that function begins before the gap.
    const named = parts.filter(({ line, within }) => line >= from && line <= to && within < from);
    const others = isSearch ? hitParts(lines, from, to) : statementParts(lines, structure, from, to);
    const inside = named.length > 0 ? named : others;
    const chars = (lines.starts[to + 1] ?? lines.text.length) - (lines.starts[from] as number);
    const chosen = mostTelling(inside, Math.max(MIN_ROOM, SHARE[isSearch ? 'search' : 'others'] * chars));
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

/** Matches a hit of a search: its file, and the number of its line there. A time of day is none. */
const HIT = /^(?=[^:]*\p{L})([^\s:]{1,200}):(\d+):/u;
/** Characters that nobody sees, and that may turn text around. */
const UNSEEN = /[\p{Cc}\p{Cf}]/gu;
/** Max lines of one file that are named. */
const MAX_HITS = 8;

/** Names the hits of a gap by their files and lines: `src/a.ts:12,40`. */
function hitParts(lines: Lines, from: number, to: number): readonly NamedPart[] {
  const parts: { file: string; numbers: string[]; line: number; end: number }[] = [];
  for (let line = from; line <= to; line++) {
    const [, file = '', number = ''] = HIT.exec(lineHead(lines, line)) ?? [];
    if (file === '') continue;
    const last = parts.at(-1);
    if (last?.file !== file) parts.push({ file, numbers: [number], line, end: line });
    else {
      last.numbers.push(number);
      last.end = line;
    }
  }
  return parts.map(({ file, numbers, line, end }) => {
    const more = numbers.length > MAX_HITS ? ',…' : '';
    const label = `${file.replaceAll(UNSEEN, '')}:${numbers.slice(0, MAX_HITS).join(',')}${more}`;
    return { line, from: line, end, label, depth: 0, within: -1 };
  });
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
