import type { Node } from 'jsonc-parser';
import { type Member, membersOf } from './parse-text.ts';
import { indentAt, lineStart, type TextStyle, toJson } from './text-style.ts';

const endOf = (node: Node): number => node.offset + node.length;
const cut = (text: string, start: number, end: number, put = ''): string =>
  text.slice(0, start) + put + text.slice(end);

/** Puts another value in a member's place; all around it stays. */
export function replaceValue(text: string, { value, property }: Member, next: unknown, style: TextStyle): string {
  return cut(text, value.offset, endOf(value), toJson(next, style, indentAt(text, property.offset)));
}

/** Adds a member as the last of an object: after every comment that is there, with a trailing comma if that is the habit. */
export function addMember(text: string, object: Node, key: string, value: unknown, style: TextStyle): string {
  const brace = endOf(object) - 1;
  const last = membersOf(object).at(-1);
  const ownLine = /^[ \t]*$/.test(text.slice(lineStart(text, brace), brace));
  const outer = indentAt(text, ownLine ? brace : object.offset);
  const indent = (last === undefined ? undefined : ownIndent(text, last)) ?? outer + style.step;
  const trailing = last === undefined ? undefined : commaAfter(text, endOf(last.property));
  const member = `${indent}${JSON.stringify(key)}: ${toJson(value, style, indent)}${trailing === undefined ? '' : ','}`;
  const added = ownLine
    ? cut(text, lineStart(text, brace), lineStart(text, brace), member + style.newline)
    : cut(text, brace, brace, style.newline + member + style.newline + outer);
  if (last === undefined || trailing !== undefined) return added;
  return cut(added, endOf(last.property), endOf(last.property), ',');
}

function ownIndent(text: string, { property }: Member): string | undefined {
  const before = text.slice(lineStart(text, property.offset), property.offset);
  return /^[ \t]*$/.test(before) ? before : undefined;
}

/**
 * Takes a member out with one comma. Comments outside it stay, for whom they are about cannot be known; a line that is
 * left without a word goes.
 */
export function removeMember(text: string, object: Node, member: Member): string {
  const { property } = member;
  const members = membersOf(object);
  const before = members.findLast((one) => one.property.offset < property.offset);
  const after = commaAfter(text, endOf(property));
  const comma = after ?? (before === undefined ? undefined : commaAfter(text, endOf(before.property)));
  if (comma === undefined) return cutTidily(text, property.offset, endOf(property));
  // The later first: the earlier offset stays right.
  if (comma < property.offset) return cutTidily(cutTidily(text, property.offset, endOf(property)), comma, comma + 1);
  const direct = comma === endOf(property);
  if (direct) return cutTidily(text, property.offset, comma + 1);
  return cutTidily(cutTidily(text, comma, comma + 1), property.offset, endOf(property));
}

/** Cuts, and with it the line where nothing but blanks is left of it, or the blanks that would be left doubled. */
function cutTidily(text: string, start: number, end: number): string {
  const from = lineStart(text, start);
  const blankBefore = /^[ \t]*$/.test(text.slice(from, start));
  const rest = /^[ \t]*(?:\r?\n|$)?/.exec(text.slice(end))?.[0] ?? '';
  const wholeLine = blankBefore && rest.endsWith('\n');
  if (wholeLine) return cut(text, from, end + rest.length);
  return /[ \t{]$/.test(text.slice(0, start)) && /^[ \t]/.test(rest)
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
