import { type CooperativeTask, parts } from '../../text/cooperative-task.ts';
import type { Lines } from '../../text/lines.ts';
import { CONTROL, type DefinitionName, definitionName } from './definitions.ts';
import { insideLiterals } from './literals.ts';

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
  /** 1 if the line begins inside a string; undefined if none does, or if the text is no code. */
  readonly literals?: Uint8Array | undefined;
}

const LABEL = /^\s{0,4}[A-Za-z_]\w*:\s*$/;

/** Cost of one pass, as a share of the cost of counting the same text's tokens. */
const SHARE = { indentation: 0.2, definitions: 0.1 } as const;

/**
 * Builds the outline in one pass with a stack of open lines. With `labels`, a line with only a word and a colon is a
 * label as in C and encloses nothing. Otherwise it is a key or heading and encloses the lines below.
 */
export function* outline(lines: Lines, labels = true): CooperativeTask<Outline> {
  const { text, count } = lines;
  const names = new Map<number, DefinitionName>();
  const built: Outline = {
    roles: new Uint8Array(count),
    parents: new Int32Array(count).fill(-1),
    ends: new Int32Array(count),
    indents: new Uint16Array(count),
    decorators: new Uint8Array(count),
    names,
    literals: labels ? yield* insideLiterals(lines) : undefined,
  };
  const nesting = new Nesting(lines, built, labels && text.includes('{'));
  yield* parts(lines, SHARE.indentation, (from, to) => {
    for (let i = from; i < to; i++) nesting.place(i);
  });
  nesting.end();
  yield* parts(lines, SHARE.definitions, (from, to) => {
    for (let i = from; i < to; i++)
      if (built.roles[i] === Role.plain && built.literals?.[i] !== 1) nameDefinition(lines, built, names, i);
  });
  return built;
}

/** Places each line below the lines that are still open. */
class Nesting {
  readonly #lines: Lines;
  readonly #outline: Outline;
  readonly #hasLabels: boolean;
  /** Open lines, the innermost last. */
  readonly #open = new Int32Array(256);
  #depth = 0;
  #lastSolid = -1;
  /** Offset of the open block comment's end. */
  #commentEnd = -1;
  /** False once there is no further comment end. */
  #closable = true;

  constructor(lines: Lines, outline: Outline, hasLabels: boolean) {
    this.#lines = lines;
    this.#outline = outline;
    this.#hasLabels = hasLabels;
  }

  /** Places the next line by its indentation and first characters. */
  place(line: number): void {
    const { text, starts, ends } = this.#lines;
    const { roles, parents, indents, decorators } = this.#outline;
    this.#outline.ends[line] = line;
    const end = ends[line] as number;
    let at = starts[line] as number;
    let column = 0;
    let c = 0;
    while (at < end) {
      c = text.charCodeAt(at);
      if (c === 32) column++;
      else if (c === 9) column += 4;
      else break;
      at++;
    }
    if (at >= end) return;
    indents[line] = Math.min(column, 65_535);
    const next = at + 1 < end ? text.charCodeAt(at + 1) : 0;

    const isLiteral = this.#outline.literals?.[line] === 1;
    if (!isLiteral && (c === 64 || (c === 35 && next === 91))) decorators[line] = 1;
    if (isLiteral || at <= this.#commentEnd) {
      roles[line] = isLiteral ? Role.plain : Role.comment;
      if (isLiteral) this.#lastSolid = line;
      parents[line] = this.#depth > 0 ? (this.#open[this.#depth - 1] as number) : -1;
      return;
    }
    const isComment = opensComment(c, next);
    if (c === 47 && next === 42 && this.#closable) this.#openComment(at);
    roles[line] = isComment ? Role.comment : isInclude(text, at, end) ? Role.include : Role.plain;
    // Preprocessor lines, labels and comments at the margin are outside the indentation around them.
    const isMargin =
      (column === 0 && ((c === 35 && next !== 91) || isComment)) ||
      (this.#hasLabels &&
        end - at < 40 &&
        text.charCodeAt(end - 1) === 58 &&
        isLabel(text, starts[line] as number, end));
    if (!isMargin) this.#nest(line, column, at);
  }

  /** Ends all open lines. */
  end(): void {
    while (this.#depth > 0) this.#outline.ends[this.#open[--this.#depth] as number] = this.#lastSolid;
  }

  #openComment(at: number): void {
    this.#commentEnd = this.#lines.text.indexOf('*/', at + 2);
    this.#closable = this.#commentEnd >= 0; // never closed, so not a comment (e.g. a glob)
  }

  #nest(line: number, column: number, at: number): void {
    const { text, ends } = this.#lines;
    const { roles, parents, indents } = this.#outline;
    const end = ends[line] as number;
    const c = text.charCodeAt(at);
    // A brace alone on its line opens the block of the line above.
    const joins =
      c === 125 ||
      c === 41 ||
      c === 93 ||
      (c === 123 && end - at <= 2) ||
      isEnd(text, at, end) ||
      isTagEnd(text, at, end);
    const top = this.#closeTo(column, joins);
    this.#lastSolid = line;
    if (!joins || top < 0 || indents[top] !== column) {
      parents[line] = top;
      if (this.#depth < this.#open.length) this.#open[this.#depth++] = line;
      return;
    }
    roles[line] = Role.closer;
    parents[line] = parents[top] as number;
    // `} else {` opens a block of its own. `}) {` and `}> {` end the signature of the function or type that the block
    // belongs to.
    if (c === 125 && text.charCodeAt(end - 1) === 123 && end - at > 3 && !/^\}\s*[>):]/.test(text.slice(at, at + 8))) {
      this.#outline.ends[top] = line;
      this.#open[this.#depth - 1] = line;
      roles[line] = Role.control;
    }
  }

  /** Ends the lines that do not enclose this column, and returns the innermost of the others. */
  #closeTo(column: number, keepsSame: boolean): number {
    const { indents, ends } = this.#outline;
    while (this.#depth > 0) {
      const top = this.#open[this.#depth - 1] as number;
      const indent = indents[top] as number;
      if (indent < column || (indent === column && keepsSame)) return top;
      ends[top] = this.#lastSolid;
      this.#depth--;
    }
    return -1;
  }
}

/** Turns a plain line into a definition or control line if it is one. */
function nameDefinition(
  { text, starts, ends: lineEnds }: Lines,
  { roles, ends, indents }: Outline,
  names: Map<number, DefinitionName>,
  line: number,
): void {
  const from = (starts[line] as number) + skipIndent(text, starts[line] as number, lineEnds[line] as number);
  const to = Math.min(lineEnds[line] as number, from + 240);
  const opens = (ends[line] as number) > line;
  const word = firstWord(text, from, to);
  if (CONTROL.has(word)) {
    if (opens) roles[line] = Role.control;
    return;
  }
  const name = definitionName(text, from, to, opens, indents[line] as number, word);
  if (!name) return;
  roles[line] = Role.definition;
  names.set(line, name);
}

function opensComment(c: number, next: number): boolean {
  if (c === 47) return next === 47 || next === 42;
  return c === 35 && (next === 32 || next === 33 || next === 35 || next === 0);
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

/** True if the line ends a tag or an element: `</div>`, `>`, `/>`. */
function isTagEnd(text: string, at: number, end: number): boolean {
  const c = text.charCodeAt(at);
  if (c === 60) return text.charCodeAt(at + 1) === 47;
  return (c === 62 && end - at === 1) || (c === 47 && end - at === 2 && text.charCodeAt(at + 1) === 62);
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
