import { type CooperativeTask, partEnd, sizeOf } from './cooperative-task.ts';
import { CONTROL, type DefinitionName, definitionName } from './definitions.ts';
import type { Lines } from './lines.ts';

/** The role of a line in its text's structure. */
export const Role = { blank: 0, plain: 1, comment: 2, closer: 3, include: 4, definition: 5, control: 6 } as const;

/** Structure of a text derived from its indentation; no language is parsed. Lines are 0-based. */
export interface Outline {
  /** A `Role` per line. */
  readonly roles: Uint8Array;
  /** The line that encloses each line (class, function, `if`, or the statement it continues), or -1. */
  readonly parents: Int32Array;
  /** Last line (inclusive) of the block that a line opens; the line itself if it opens none. */
  readonly ends: Int32Array;
  /** Columns of indentation, a tab counting four; 0 on blank lines. */
  readonly indents: Uint16Array;
  /** 1 if the line is a decorator or attribute of the next (`@x`, `#[x]`). */
  readonly decorators: Uint8Array;
  /** The names that lines define, by line. */
  readonly names: ReadonlyMap<number, DefinitionName>;
}

const LABEL = /^\s{0,4}[A-Za-z_]\w*:\s*$/;

/** Cost of one pass, as a share of the cost of counting the same text's tokens. */
const SHARE = { indentation: 0.2, definitions: 0.1 } as const;

/**
 * Builds the outline in one pass with a stack of open lines. With `labels`, a line with only a word and a colon is a
 * label as in C and encloses nothing. Otherwise it is a key or heading and encloses the lines below.
 */
export function* outline(lines: Lines, labels = true): CooperativeTask<Outline> {
  const { text, count, starts, ends: lineEnds } = lines;
  const roles = new Uint8Array(count);
  const parents = new Int32Array(count).fill(-1);
  const ends = new Int32Array(count);
  const indents = new Uint16Array(count);
  const decorators = new Uint8Array(count);
  const names = new Map<number, DefinitionName>();
  const stack = new Int32Array(256);
  let depth = 0;
  let lastSolid = -1;
  let commentEnd = -1; // offset of the open block comment's end
  let closable = true; // false once there is no further comment end
  const braces = labels && text.includes('{');

  for (let i = 0, part = 0; i < count; i++) {
    if (i === part) {
      part = partEnd(lines, i);
      yield sizeOf(lines, i, part) * SHARE.indentation;
    }
    ends[i] = i;
    const end = lineEnds[i] as number;
    let at = starts[i] as number;
    let column = 0;
    let c = 0;
    while (at < end) {
      c = text.charCodeAt(at);
      if (c === 32) column++;
      else if (c === 9) column += 4;
      else break;
      at++;
    }
    if (at >= end) continue;
    indents[i] = Math.min(column, 65_535);
    const next = at + 1 < end ? text.charCodeAt(at + 1) : 0;

    if (c === 64 || (c === 35 && next === 91)) decorators[i] = 1;
    if (at <= commentEnd) {
      roles[i] = Role.comment;
      parents[i] = depth > 0 ? (stack[depth - 1] as number) : -1;
      continue;
    }
    const hash = c === 35;
    const isComment =
      (c === 47 && (next === 47 || next === 42)) || (hash && (next === 32 || next === 33 || next === 35 || next === 0));
    if (c === 47 && next === 42 && closable) {
      commentEnd = text.indexOf('*/', at + 2);
      closable = commentEnd >= 0; // never closed, so not a comment (e.g. a glob)
    }
    // Preprocessor lines, labels and comments at the margin are outside the indentation around them.
    const margin =
      column === 0 && ((hash && next !== 91) || isComment)
        ? true
        : braces && end - at < 40 && text.charCodeAt(end - 1) === 58 && isLabel(text, starts[i] as number, end);
    if (margin) {
      roles[i] = isComment ? Role.comment : hash && isInclude(text, at, end) ? Role.include : Role.plain;
      parents[i] = -1;
      continue;
    }

    const closes = c === 125 || c === 41 || c === 93 || isEnd(text, at, end);
    const opensAlone = c === 123 && end - at <= 2;
    while (depth > 0) {
      const top = stack[depth - 1] as number;
      const d = indents[top] as number;
      if (d < column || (d === column && (closes || opensAlone))) break;
      ends[top] = lastSolid;
      depth--;
    }
    lastSolid = i;
    const top = depth > 0 ? (stack[depth - 1] as number) : -1;
    if (closes && top >= 0 && indents[top] === column) {
      roles[i] = Role.closer;
      parents[i] = parents[top] as number;
      // `} else {` opens a block of its own.
      if (c === 125 && text.charCodeAt(end - 1) === 123 && end - at > 3) {
        ends[top] = i;
        stack[depth - 1] = i;
        roles[i] = Role.control;
      }
      continue;
    }
    if (opensAlone && top >= 0 && indents[top] === column) {
      roles[i] = Role.closer;
      parents[i] = parents[top] as number;
      continue;
    }
    parents[i] = top;
    roles[i] = isComment ? Role.comment : isInclude(text, at, end) ? Role.include : Role.plain;
    if (depth < stack.length) stack[depth++] = i;
  }
  while (depth > 0) ends[stack[--depth] as number] = lastSolid;

  for (let i = 0, part = 0; i < count; i++) {
    if (i === part) {
      part = partEnd(lines, i);
      yield sizeOf(lines, i, part) * SHARE.definitions;
    }
    if (roles[i] !== Role.plain) continue;
    const from = (starts[i] as number) + skipIndent(text, starts[i] as number, lineEnds[i] as number);
    const to = Math.min(lineEnds[i] as number, from + 240);
    const opens = (ends[i] as number) > i;
    const word = firstWord(text, from, to);
    if (CONTROL.has(word)) {
      if (opens) roles[i] = Role.control;
      continue;
    }
    const name = definitionName(text, from, to, opens, indents[i] as number, word);
    if (!name) continue;
    roles[i] = Role.definition;
    names.set(i, name);
  }
  return { roles, parents, ends, indents, decorators, names };
}

function skipIndent(text: string, from: number, to: number): number {
  let i = from;
  while (i < to && (text.charCodeAt(i) === 32 || text.charCodeAt(i) === 9)) i++;
  return i - from;
}

function firstWord(text: string, from: number, to: number): string {
  let i = from;
  while (i < to && i < from + 16) {
    const c = text.charCodeAt(i) | 32;
    if (!(c >= 97 && c <= 122)) break;
    i++;
  }
  return text.slice(from, i);
}

function isEnd(text: string, at: number, end: number): boolean {
  const n = end - at;
  return n >= 3 && n <= 6 && text.startsWith('end', at) && (n === 3 || !/[\w]/.test(text.charAt(at + 3)));
}

function isLabel(text: string, from: number, to: number): boolean {
  return LABEL.test(text.slice(from, to)) && !/^\s*(else|try|finally|default)\b/.test(text.slice(from, to));
}

function isInclude(text: string, at: number, end: number): boolean {
  const c = text.charCodeAt(at);
  if (c === 105) return text.startsWith('import ', at) || text.startsWith('import{', at);
  if (c === 117) return text.startsWith('use ', at) && end - at < 200;
  if (c === 35) return text.startsWith('#include', at);
  if (c === 102) return text.startsWith('from ', at) && text.slice(at, Math.min(end, at + 200)).includes(' import ');
  if (c === 112) return text.startsWith('package ', at);
  return false;
}
