import { isDeepStrictEqual } from 'node:util';
import type { Node } from 'jsonc-parser';
import { jsonOf, type Member, membersOf } from './parse-text.ts';
import { indentAt, lineStart, styleOf, type TextStyle, toJson } from './text-style.ts';

const endOf = (node: Node): number => node.offset + node.length;
const cut = (text: string, start: number, end: number, put = ''): string =>
  text.slice(0, start) + put + text.slice(end);

/** Replaces a member's value. Everything around it stays. */
export function replaceValue(text: string, { value, property }: Member, next: unknown, style: TextStyle): string {
  return cut(text, value.offset, endOf(value), toJson(next, style, indentAt(text, property.offset)));
}

/** Replaces a list item, like `replaceValue`. */
export function replaceNode(text: string, node: Node, next: unknown, style: TextStyle): string {
  return cut(text, node.offset, endOf(node), toJson(next, style, indentAt(text, node.offset)));
}

/** Adds a member, or replaces its value. A value that is equal already stays as it is written. */
export function setKey(text: string, object: Node, key: string, value: unknown): string {
  const member = membersOf(object).findLast((one) => one.key === key);
  if (member === undefined) return addMember(text, object, key, value, styleOf(text));
  return isDeepStrictEqual(jsonOf(member.value), value) ? text : replaceValue(text, member, value, styleOf(text));
}

/** Adds the last member of an object, after any comments. Adds a trailing comma if the file uses them. */
export function addMember(text: string, object: Node, key: string, value: unknown, style: TextStyle): string {
  return addChild(text, object, style, (indent) => `${JSON.stringify(key)}: ${toJson(value, style, indent)}`);
}

/** Appends an item to a list, like `addMember`. */
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
 * Removes a member and one comma. Comments outside it stay, because what they refer to is unknown. A line that becomes
 * empty is removed.
 */
export function removeMember(text: string, object: Node, { property }: Member): string {
  return removeChild(text, object, property);
}

/** Removes an item from a list, like `removeMember`. */
export function removeChild(text: string, holder: Node, child: Node): string {
  const before = holder.children?.findLast((one) => one.offset < child.offset);
  const after = commaAfter(text, endOf(child));
  const comma = after ?? (before === undefined ? undefined : commaAfter(text, endOf(before)));
  if (comma === undefined) return cutTidily(text, child.offset, endOf(child));
  // Cut the later range first, so that the earlier offset stays valid.
  if (comma < child.offset) return cutTidily(cutTidily(text, child.offset, endOf(child)), comma, comma + 1);
  const direct = comma === endOf(child);
  if (direct) return cutTidily(text, child.offset, comma + 1);
  return cutTidily(cutTidily(text, comma, comma + 1), child.offset, endOf(child));
}

/** Cuts a range. Also removes its line if only whitespace is left on it, or whitespace that would be doubled. */
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

/** Returns the offset of the comma after a member, past any comments. */
function commaAfter(text: string, end: number): number | undefined {
  const trivia = /(?:[ \t\r\n]+|\/\/[^\r\n]*|\/\*[\s\S]*?\*\/)*/y;
  trivia.lastIndex = end;
  trivia.exec(text);
  return text[trivia.lastIndex] === ',' ? trivia.lastIndex : undefined;
}
