import type { Lines } from '../../text/lines.ts';
import { attached } from '../structure/blocks.ts';
import type { DefinitionName } from '../structure/definitions.ts';
import { lineHead } from '../structure/line-head.ts';
import { type Outline, Role } from '../structure/outline.ts';
import type { Structure } from '../structure/structure.ts';

/** A part of a text that a reader can ask for by its lines, 0-based. */
export interface NamedPart {
  /** The line with the name. */
  readonly line: number;
  /** First line, which may be a comment about it. */
  readonly from: number;
  /** Last line, inclusive. */
  readonly end: number;
  readonly label: string;
  readonly depth: number;
  /** Line of the outermost function that contains the definition, or -1. */
  readonly within: number;
}

/** Definitions and headers nested deeper than this are not named. */
const MAX_DEPTH = 2;
const MAX_LABEL = 40;
/** Max characters read after a name. */
const MAX_AFTER = 240;
/** Min lines after its first for a function inside a function to be named. */
const MIN_INNER = 3;

/** Matches a call that begins with a title: a test, a suite, a route. */
const TITLED = /^\s*(?:await )?[\w.]+\(\s*(["'`])(.{2,}?)\1/;

/** Returns the definitions in source code. In other text, returns the parts below headings, keys and steps. */
export function namedParts(lines: Lines, { policy, shape, headers }: Structure): readonly NamedPart[] {
  if (policy.kind === 'source') return definitionsOf(lines, shape);
  return headers === undefined ? [] : headed(lines, policy.kind === 'prose' ? withSteps(lines, headers) : headers);
}

/** Returns definitions and titled calls. */
function definitionsOf(lines: Lines, shape: Outline): readonly NamedPart[] {
  const { names, ends, parents } = shape;
  const titles = new Map<number, string>();
  const parts: NamedPart[] = [];
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
    if (depth > MAX_DEPTH || (within >= 0 && (end - line < MIN_INNER || !isFunction(lines, shape, line)))) continue;
    const label =
      title === undefined ? receiverOf(lines, line) + lines.text.slice(from, to) : labelOf(title, MAX_LABEL);
    // Skips a constructor, because it has the name of its class.
    if (depth > 0 && label === parts.at(-1)?.label && line <= (parts.at(-1)?.end ?? -1)) continue;
    parts.push({ line, from: attached(shape, line), end, label, depth, within });
  }
  return parts;
}

/** Returns the receiver type of a Go method, followed by a dot. */
function receiverOf(lines: Lines, line: number): string {
  const [, type] = /^func \(\w+ \*?(\w+)/.exec(lineHead(lines, line)) ?? [];
  return type === undefined ? '' : `${type}.`;
}

/** Matches the end of a call that passes a function, and of a line whose arguments continue below. */
const PASSES = /(?:=>|\bfunc(?:tion)?\s*\([^()]*\)[\w\s*[\].]*)\s*[({]\s*$/;
const CONTINUES = /[(,]\s*$/;
/** Matches the keyword before the name of a function. */
const FUNCTION = /\b(?:def|function|fn|func|fun|sub)\s+\*?$/;

/** True if a name defined inside a function is itself a function or a class. */
function isFunction({ text, starts, ends: lineEnds }: Lines, { names }: Outline, line: number): boolean {
  const { from, to, container } = names.get(line) as DefinitionName;
  const after = text.slice(to, Math.min(lineEnds[line] as number, to + MAX_AFTER));
  return container || FUNCTION.test(text.slice(starts[line] as number, from)) || PASSES.test(after);
}

/** True if a line has the form of a definition but uses the name: an import, a call, a condition, an attribute of a tag. */
function isUse(
  { text, starts, ends: lineEnds }: Lines,
  { names, ends, parents, roles }: Outline,
  line: number,
): boolean {
  const { from, to } = names.get(line) as DefinitionName;
  const before = text.slice(starts[line] as number, from);
  const after = text.slice(to, Math.min(lineEnds[line] as number, to + MAX_AFTER));
  if (roles[parents[line] as number] === Role.include) return true;
  if (/^\d/.test(text.slice(from, to)) || /^\s*\{/.test(before) || after.startsWith('={')) return true;
  if (!after.startsWith('(')) return false;
  if (/\.$/.test(before) || PASSES.test(after)) return true;
  const end = ends[line] as number;
  const last = text.slice(starts[end] as number, lineEnds[end] as number).trim();
  return CONTINUES.test(after) && /^\s*(?:await |return )?$/.test(before) && /^\)[;,]?$/.test(last);
}

/**
 * Returns a part for each line that encloses others, such as a heading or key. It ends with the last line that it
 * encloses.
 */
function headed(lines: Lines, headers: Int32Array): readonly NamedPart[] {
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
    return { line, from: line, end, label: labelOf(lineHead(lines, line), MAX_LABEL), depth, within: -1 };
  }).filter(({ depth, label }) => depth <= MAX_DEPTH && /\w{2}/.test(label));
}

/** A line of bold words alone, which plans use as a heading. */
const STEP = /^\*\*[^*]+\*\*:?\s*$/;
/** A numbered heading, if it stands alone: `2.1 Scope`. */
const NUMBERED = /^\d+(?:\.\d+)*[.)]? {1,3}\p{Lu}.{1,80}[^\s.,;:!?]\s*$/u;

/** Adds bold lines and numbered headings to the headers. Each encloses the lines up to the next of them or heading. */
function withSteps(lines: Lines, headers: Int32Array): Int32Array {
  const isHeading = new Set(headers);
  const all = headers.slice();
  let step = -1;
  for (let line = 0; line < lines.count; line++) {
    if (isHeading.has(line)) step = -1;
    else if (STEP.test(lineHead(lines, line)) || isNumbered(lines, line)) step = line;
    else if (step >= 0 && lines.starts[line] !== lines.ends[line]) all[line] = step;
  }
  return all;
}

function isNumbered(lines: Lines, line: number): boolean {
  const isBlank = (at: number): boolean => lines.starts[at] === lines.ends[at] || at < 0 || at >= lines.count;
  return isBlank(line - 1) && isBlank(line + 1) && NUMBERED.test(lineHead(lines, line));
}

/** Returns the first words of a line, without the characters that separate entries. */
export function labelOf(head: string, maxChars: number): string {
  return head
    .replaceAll(/[^\w./@ -]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxChars)
    .trim();
}
