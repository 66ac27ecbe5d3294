import { isDeepStrictEqual } from 'node:util';
import type { Node } from 'jsonc-parser';
import { jsonOf, nodeMembers, parseText } from './parse-text.ts';

/** Keys of objects and indexes of lists, from the root down. */
export type EditPath = readonly (string | number)[];

/** Formatting of a file, so that additions match the rest. */
interface TextStyle {
  readonly newline: '\n' | '\r\n';
  /** One step of indentation. */
  readonly step: string;
}

const endOf = (node: Node): number => node.offset + node.length;
const cut = (text: string, start: number, end: number, put = ''): string =>
  text.slice(0, start) + put + text.slice(end);

/** Parses a text that must parse. */
export function treeOf(text: string): Node {
  const parsed = parseText(text);
  if (!parsed.ok) throw new Error(`cannot parse the edited text: ${parsed.fault.message}`);
  return parsed.root;
}

/**
 * Returns the nodes from the root down along a path, as far as they exist. If a key appears twice, the last one counts.
 */
export function nodesTo(root: Node, path: EditPath): readonly Node[] {
  const nodes = [root];
  for (const key of path) {
    const node = nodes.at(-1) as Node;
    const next =
      typeof key === 'number'
        ? node.children?.[key]
        : nodeMembers(node).findLast((member) => member.key === key)?.value;
    if (next === undefined) break;
    nodes.push(next);
  }
  return nodes;
}

/** Returns the node of an object's member with this value, or of a list's item. */
const childOf = (value: Node): Node => (value.parent?.type === 'property' ? value.parent : value);

/**
 * Replaces the value at a path, or adds it as the last child of its container, which is created if needed. Everything
 * around it stays as it is, and so does an equal value. This is why jsonc-parser's own `modify` is not used: it also
 * formats the line that it edits.
 */
export function setAt(text: string, path: EditPath, value: unknown): string {
  const nodes = nodesTo(treeOf(text), path);
  const style = styleOf(text);
  const last = nodes.at(-1) as Node;
  if (nodes.length > path.length) {
    if (isDeepStrictEqual(jsonOf(last), value)) return text;
    return cut(text, last.offset, endOf(last), toJson(value, style, indentAt(text, childOf(last).offset)));
  }
  const [key, ...rest] = path.slice(nodes.length - 1);
  const held = rest.reduceRight<unknown>((inner, one) => (typeof one === 'number' ? [inner] : { [one]: inner }), value);
  const name = typeof key === 'number' ? '' : `${JSON.stringify(key)}: `;
  return addChild(text, last, style, (indent) => name + toJson(held, style, indent));
}

/** Adds the last child of an object or list, after any comments. Adds a trailing comma if the file uses them. */
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
 * Removes the member or item at a path and one comma. Comments outside it stay, because it is unknown what they describe. A
 * line that becomes empty is removed.
 */
export function removeAt(text: string, path: EditPath): string {
  const nodes = nodesTo(treeOf(text), path);
  if (nodes.length <= path.length) return text;
  const child = childOf(nodes.at(-1) as Node);
  const before = nodes.at(-2)?.children?.findLast((one) => one.offset < child.offset);
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

/** Detects the style from the first line break and the first indented line. The default indentation is two spaces. */
function styleOf(text: string): TextStyle {
  const newline = /\r?\n/.exec(text)?.[0] === '\r\n' ? '\r\n' : '\n';
  const step = /^([ \t]+)["}]/m.exec(text)?.[1] ?? '  ';
  return { newline, step };
}

/** Returns the leading whitespace of the line that contains `offset`. */
function indentAt(text: string, offset: number): string {
  const start = lineStart(text, offset);
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? '';
}

/** Returns the offset where the line that contains `offset` begins. */
const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

/** Formats a value as JSON. Lines after the first are indented by `indent`. */
function toJson(value: unknown, { step, newline }: TextStyle, indent: string): string {
  return JSON.stringify(value, null, step).replaceAll('\n', newline + indent);
}
