import { parts } from '../../text/cooperative-task.ts';
import { diffHeaders } from './diff-headers.ts';
import { lineHead } from './line-head.ts';
import { Role } from './outline.ts';
import type { HeadersOf } from './policy.ts';

/** Cost of a pass with one pattern, as a share of the cost of counting tokens. */
const SHARE = 0.15;

/** Returns the line that encloses each line by indentation: keys of a map, heads of a block. */
export function* byIndent(
  { count }: Parameters<HeadersOf>[0],
  { parents, roles }: Parameters<HeadersOf>[1],
): ReturnType<HeadersOf> {
  yield count;
  return parents.map((p, i) => (roles[i] === Role.blank ? -1 : p));
}

const SEPARATOR = /^---(?:\s|$)/;

/** Does the same for YAML. The first line of each document encloses it, if there are several. */
export function* byDocument(lines: Parameters<HeadersOf>[0], shape: Parameters<HeadersOf>[1]): ReturnType<HeadersOf> {
  const headers = yield* byIndent(lines, shape);
  if (!/^---/m.test(lines.text)) return headers;
  let document = shape.roles.findIndex((role) => role !== Role.blank && role !== Role.comment);
  yield lines.count;
  for (let i = document + 1; i < lines.count; i++) {
    if (SEPARATOR.test(lineHead(lines, i, 4))) document = i;
    else if (headers[i] === -1 && shape.roles[i] !== Role.blank) headers[i] = document;
  }
  return headers;
}

/** Returns the hunk, file header and commit of each line of a diff. */
export function* byHunk(lines: Parameters<HeadersOf>[0]): ReturnType<HeadersOf> {
  yield lines.count;
  return diffHeaders(lines);
}

/** Returns the last heading above each line. Headings of the first pattern enclose those of the second, and so on. */
export function underHeadings(...levels: readonly RegExp[]): HeadersOf {
  return function* (lines) {
    const headers = new Int32Array(lines.count).fill(-1);
    const open = new Int32Array(levels.length).fill(-1);
    let deepest = -1;
    yield* parts(lines, SHARE * levels.length, (from, to) => {
      for (let i = from; i < to; i++) {
        if (lines.starts[i] === lines.ends[i]) continue;
        const line = lineHead(lines, i);
        const level = levels.findIndex((pattern) => pattern.test(line));
        headers[i] = level < 0 ? deepest : level === 0 ? -1 : lastOf(open, level - 1);
        if (level < 0) continue;
        open.fill(-1, level);
        open[level] = deepest = i;
      }
    });
    return headers;
  };
}

function lastOf(open: Int32Array, level: number): number {
  for (let k = level; k >= 0; k--) if ((open[k] as number) >= 0) return open[k] as number;
  return -1;
}

const FENCE = /^ {0,3}(?:```|~~~)/;
const HEADING = /^ {0,3}(#{1,6})\s/;
const UNDERLINE = /^(?:={3,}|-{3,}|~{3,}|\^{3,})\s*$/;

/** Returns the heading of each line of Markdown or reStructuredText, ignoring headings in code blocks. */
export function* byMarkdownHeading(lines: Parameters<HeadersOf>[0]): ReturnType<HeadersOf> {
  const headers = new Int32Array(lines.count).fill(-1);
  const open = new Int32Array(7).fill(-1);
  let fenced = false;
  let last = -1;
  const enter = (i: number, level: number): void => {
    headers[i] = lastOf(open, level - 1);
    open.fill(-1, level);
    open[level] = last = i;
  };
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to; i++) {
      const end = lines.ends[i] as number;
      const start = lines.starts[i] as number;
      if (start === end) continue;
      const line = lineHead(lines, i, 12);
      if (FENCE.test(line)) fenced = !fenced;
      const heading = fenced ? null : HEADING.exec(line);
      if (heading) {
        enter(i, (heading[1] as string).length);
        continue;
      }
      const above = i - 1;
      if (!fenced && i > 0 && UNDERLINE.test(lineHead(lines, i)) && isTitle(lines, above)) {
        enter(above, line.startsWith('=') ? 1 : 2);
        headers[i] = above;
        continue;
      }
      headers[i] = last;
    }
  });
  return headers;
}

/** True if an underline makes the line a heading: words at the margin with nothing directly above. */
function isTitle(lines: Parameters<HeadersOf>[0], i: number): boolean {
  const line = lineHead(lines, i, 100);
  return /^\S.{0,80}$/.test(line) && !/^[-|=#>*]/.test(line) && (i === 0 || lineHead(lines, i - 1, 100).trim() === '');
}

/** Returns the parent of each line in a tree drawn with lines (`├── `, `|-- `) or with spaces alone. */
export function* byBranch(lines: Parameters<HeadersOf>[0]): ReturnType<HeadersOf> {
  const headers = new Int32Array(lines.count).fill(-1);
  const stack: { depth: number; line: number }[] = [];
  yield* parts(lines, SHARE, (from, to) => {
    for (let i = from; i < to; i++) {
      const line = lineHead(lines, i);
      const depth = line.search(/[^\s\u2500-\u257f|`+\\-]/);
      if (depth < 0) continue;
      while (stack.length > 0 && (stack.at(-1) as { depth: number }).depth >= depth) stack.pop();
      headers[i] = stack.at(-1)?.line ?? -1;
      stack.push({ depth, line: i });
    }
  });
  return headers;
}

const RULE = /^[\s|+:=\u2500-\u257f-]+$/;
/** Lines of a wrapper around a program's output: its call, its status, the name of a stream. */
export const ENVELOPE: RegExp = /^(?:\{.*\}|std(?:out|err):|\$ \S.*|```\w*)$/;

/** The only cell of a drawn row. */
const NAMED = /^\|[^|]+\|\s*$/;

/** Returns the column titles of a table: its first line and the rule below or above. */
export function* columnTitles(lines: Parameters<HeadersOf>[0]): ReturnType<HeadersOf> {
  const { count } = lines;
  const headers = new Int32Array(count).fill(-1);
  yield count;
  let title = 0;
  const isAbove = (line: string): boolean => line === '' || RULE.test(line) || ENVELOPE.test(line);
  while (title < count && isAbove(lineHead(lines, title))) title++;
  if (title + 1 >= count) return headers;
  // A table with a name of its own: the name, a rule, the titles, a rule.
  if (title + 3 < count && NAMED.test(lineHead(lines, title)) && RULE.test(lineHead(lines, title + 3))) title += 2;
  const ruled = RULE.test(lineHead(lines, title + 1)) && lines.starts[title + 1] !== lines.ends[title + 1];
  if (ruled) headers[title + 1] = title;
  headers.fill(ruled ? title + 1 : title, ruled ? title + 2 : title + 1);
  return headers;
}
