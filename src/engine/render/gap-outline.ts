import type { Lines } from '../../text/lines.ts';
import { attached } from '../structure/blocks.ts';
import type { DefinitionName } from '../structure/definitions.ts';
import { lineHead } from '../structure/line-head.ts';
import type { Outline } from '../structure/outline.ts';
import type { Structure } from '../structure/structure.ts';

/** Says what the omitted lines `from` to `to` (0-based, inclusive) hold; empty if nothing of it has a name. */
export type GapOutline = (from: number, to: number) => string;

/** Max share of a gap's characters that its outline takes, and max entries. */
const SHARE = 0.06;
/** Characters that the outline of a short gap may take nevertheless. */
const MIN_ROOM = 48;
const MAX_ENTRIES = 40;
/** Definitions within that many others are not named. */
const MAX_DEPTH = 2;
const MAX_LABEL = 40;
/** Max characters read after a name. */
const MAX_AFTER = 240;
/** Characters of an entry beside its name: its lines and the comma. */
const RANGE_CHARS = 11;

interface Entry {
  /** The line with the name. */
  readonly line: number;
  /** First line, which may be a comment about it. */
  readonly from: number;
  /** Last line, inclusive. */
  readonly end: number;
  readonly label: string;
  readonly depth: number;
  /** The outermost function that it is defined in, or -1. */
  readonly within: number;
}

/**
 * Names the definitions or headings in gaps, with their lines, so that a reader can ask for one of them: `parseConfig
 * 44-97, Store 99-170`. Outer and longer ones go first where there is no room for all.
 */
export function gapOutlines(lines: Lines, structure: Structure, firstLine: number): GapOutline {
  let entries: readonly Entry[] | undefined;
  return (from, to) => {
    entries ??= entriesOf(lines, structure);
    const chars = (lines.starts[to + 1] ?? lines.text.length) - (lines.starts[from] as number);
    let room = Math.max(MIN_ROOM, SHARE * chars);
    // What is defined within a function counts in a gap of that function.
    const inside = entries.filter(({ line, within }) => line >= from && line <= to && within < from);
    const chosen: Entry[] = [];
    for (const entry of inside.toSorted((a, b) => a.depth - b.depth || b.end - b.line - (a.end - a.line))) {
      const taken = entry.label.length + RANGE_CHARS;
      if (taken > room || chosen.length === MAX_ENTRIES) continue;
      room -= taken;
      chosen.push(entry);
    }
    const more = inside.length - chosen.length;
    return [
      ...chosen
        .sort((a, b) => a.line - b.line)
        .map(({ from, end, label }) => `${label} ${firstLine + from}${end > from ? `-${firstLine + end}` : ''}`),
      // Otherwise the reader takes the list for complete.
      ...(more > 0 && chosen.length > 0 ? [`+${more} more`] : []),
    ].join(', ');
  };
}

function entriesOf(lines: Lines, { policy, shape, headers }: Structure): readonly Entry[] {
  if (policy.kind === 'source') return definitionsOf(lines, shape);
  return headers === undefined ? [] : headed(lines, headers);
}

/** Min lines below the first of what a function defines for itself. */
const MIN_INNER = 3;

/** Matches a call that begins with a title: a test, a suite, a route. */
const TITLED = /^\s*(?:await )?[\w.]+\(\s*(["'`])(.{2,}?)\1/;

/** Definitions and titled calls. */
function definitionsOf(lines: Lines, shape: Outline): readonly Entry[] {
  const { names, ends, parents } = shape;
  const titles = new Map<number, string>();
  const entries: Entry[] = [];
  for (const [line, { from, to }] of names) {
    const [, , title] = TITLED.exec(lineHead(lines, line, 2 * MAX_LABEL)) ?? [];
    if (title !== undefined) titles.set(line, title);
    else if (isUse(lines, shape, line)) continue;
    let depth = 0;
    let within = -1;
    for (let at = parents[line] as number; at >= 0; at = parents[at] as number) {
      if (!names.has(at)) continue;
      depth++;
      if (names.get(at)?.container !== true && !titles.has(at)) within = at;
    }
    const end = ends[line] as number;
    if (depth > MAX_DEPTH || (depth > 0 && end - line < (within < 0 ? 1 : MIN_INNER))) continue;
    const label = title === undefined ? lines.text.slice(from, to) : labelOf(title.slice(0, MAX_LABEL));
    entries.push({ line, from: attached(shape, line), end, label, depth, within });
  }
  return entries;
}

/** Matches the end of a call that passes a function, and of a line whose arguments continue below. */
const PASSES = /(?:=>|\bfunc(?:tion)?\s*\([^()]*\)[\w\s*[\].]*)\s*[({]\s*$/;
const CONTINUES = /[(,]\s*$/;

/** True if a line has the form of a definition but uses the name: a call, a condition, an attribute of a tag. */
function isUse({ text, starts, ends: lineEnds }: Lines, { names, ends }: Outline, line: number): boolean {
  const { from, to } = names.get(line) as DefinitionName;
  const before = text.slice(starts[line] as number, from);
  const after = text.slice(to, Math.min(lineEnds[line] as number, to + MAX_AFTER));
  if (/^\d/.test(text.slice(from, to)) || /^\s*\{/.test(before) || after.startsWith('={')) return true;
  if (!after.startsWith('(')) return false;
  if (/\.$/.test(before) || PASSES.test(after)) return true;
  const end = ends[line] as number;
  const last = text.slice(starts[end] as number, lineEnds[end] as number).trim();
  return CONTINUES.test(after) && /^\s*(?:await |return )?$/.test(before) && /^\)[;,]?$/.test(last);
}

/** Lines that stand above others, such as headings and keys: each reaches to the next that is not below it. */
function headed(lines: Lines, headers: Int32Array): readonly Entry[] {
  const ends = new Map<number, number>();
  for (let line = 0; line < lines.count; line++) {
    for (let at = headers[line] as number, steps = 0; at >= 0 && steps <= MAX_DEPTH; at = headers[at] as number) {
      ends.set(at, line);
      steps++;
    }
  }
  return Array.from(ends, ([line, end]) => {
    let depth = 0;
    for (let at = headers[line] as number; at >= 0 && depth <= MAX_DEPTH; at = headers[at] as number) depth++;
    return { line, from: line, end, label: labelOf(lineHead(lines, line, MAX_LABEL)), depth, within: -1 };
  }).filter(({ depth, label }) => depth <= MAX_DEPTH && /\w{2}/.test(label));
}

/** Returns what a line says first, without the characters that separate entries. */
function labelOf(head: string): string {
  return head
    .replaceAll(/[^\w./@ -]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
