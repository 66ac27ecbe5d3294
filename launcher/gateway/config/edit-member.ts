import type { Node } from 'jsonc-parser';
import type { Member } from './parse-text.ts';
import { indentAt, lineStart, type TextStyle, toJson } from './text-style.ts';

const endOf = (node: Node): number => node.offset + node.length;
const cut = (text: string, start: number, end: number, put = ''): string =>
  text.slice(0, start) + put + text.slice(end);

/** Puts another value in a member's place; all around it stays. */
export function replaceValue(text: string, { value, property }: Member, next: unknown, style: TextStyle): string {
  return cut(text, value.offset, endOf(value), toJson(next, style, indentAt(text, property.offset)));
}

/** The same for an item of a list. */
export function replaceNode(text: string, node: Node, next: unknown, style: TextStyle): string {
  return cut(text, node.offset, endOf(node), toJson(next, style, indentAt(text, node.offset)));
}

/** Adds a member as the last of an object: after every comment that is there, with a trailing comma if that is the habit. */
export function addMember(text: string, object: Node, key: string, value: unknown, style: TextStyle): string {
  return addChild(text, object, style, (indent) => `${JSON.stringify(key)}: ${toJson(value, style, indent)}`);
}

/** The same for the last of a list. */
export function addItem(text: string, list: Node, value: unknown, style: TextStyle): string {
  return addChild(text, list, style, (indent) => toJson(value, style, indent));
}

function addChild(text: string, holder: Node, style: TextStyle, written: (indent: string) => string): string {
  const brace = endOf(holder) - 1;
  const last = holder.children?.at(-1);
  const ownLine = /^[ \t]*$/.test(text.slice(lineStart(text, brace), brace));
  const outer = indentAt(text, ownLine ? brace : holder.offset);
  const indent = (last === undefined ? undefined : ownIndent(text, last)) ?? outer + style.step;
  const trailing = last === undefined ? undefined : commaAfter(text, endOf(last));
  const child = `${indent}${written(indent)}${trailing === undefined ? '' : ','}`;
  const added = ownLine
    ? cut(text, lineStart(text, brace), lineStart(text, brace), child + style.newline)
    : cut(text, brace, brace, style.newline + child + style.newline + outer);
  if (last === undefined || trailing !== undefined) return added;
  return cut(added, endOf(last), endOf(last), ',');
}

function ownIndent(text: string, { offset }: Node): string | undefined {
  const before = text.slice(lineStart(text, offset), offset);
  return /^[ \t]*$/.test(before) ? before : undefined;
}

/**
 * Takes a member out with one comma. Comments outside it stay, for whom they are about cannot be known; a line that is
 * left without a word goes.
 */
export function removeMember(text: string, object: Node, { property }: Member): string {
  return removeChild(text, object, property);
}

/** Takes an item out of a list, as `removeMember` does a member. */
export function removeChild(text: string, holder: Node, child: Node): string {
  const before = holder.children?.findLast((one) => one.offset < child.offset);
  const after = commaAfter(text, endOf(child));
  const comma = after ?? (before === undefined ? undefined : commaAfter(text, endOf(before)));
  if (comma === undefined) return cutTidily(text, child.offset, endOf(child));
  // The later first: the earlier offset stays right.
  if (comma < child.offset) return cutTidily(cutTidily(text, child.offset, endOf(child)), comma, comma + 1);
  const direct = comma === endOf(child);
  if (direct) return cutTidily(text, child.offset, comma + 1);
  return cutTidily(cutTidily(text, comma, comma + 1), child.offset, endOf(child));
}

/** Cuts, and with it the line where nothing but blanks is left of it, or the blanks that would be left doubled. */
function cutTidily(text: string, start: number, end: number): string {
  const from = lineStart(text, start);
  const blankBefore = /^[ \t]*$/.test(text.slice(from, start));
  const rest = /^[ \t]*(?:\r?\n|$)?/.exec(text.slice(end))?.[0] ?? '';
  const wholeLine = blankBefore && rest.endsWith('\n');
  if (wholeLine) return cut(text, from, end + rest.length);
  return /[ \t{[]$/.test(text.slice(0, start)) && /^[ \t]/.test(rest)
    ? cut(text, start, end + (/^[ \t]+/.exec(rest)?.[0].length ?? 0))
    : cut(text, start, end);
}

/** Where the comma after a member is; comments may stand before it. */
function commaAfter(text: string, end: number): number | undefined {
  const trivia = /(?:[ \t\r\n]+|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*/y;
  trivia.lastIndex = end;
  trivia.exec(text);
  return text[trivia.lastIndex] === ',' ? trivia.lastIndex : undefined;
}
