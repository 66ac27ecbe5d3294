import { isDeepStrictEqual } from 'node:util';
import type { Node } from 'jsonc-parser';
import { isJsonObject, type JsonObject } from '../../../src/base/json/json-object.ts';
import { addMember, removeMember } from '../../gateway/config/edit-member.ts';
import { BOM, jsonOf, membersOf, parseText, withoutMark } from '../../gateway/config/parse-text.ts';
import { styleOf } from '../../gateway/config/text-style.ts';
import { type Edited, refused } from './part.ts';

export function rootOf(text: string): JsonObject {
  const parsed = parseText(text);
  return parsed.ok ? (jsonOf(parsed.root) as JsonObject) : {};
}

export function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isJsonObject(value) ? value[key] : undefined), root);
}

export function withValue(root: JsonObject, [key = '', ...rest]: readonly string[], given: unknown): JsonObject {
  const value = root[key];
  return { ...root, [key]: rest.length === 0 ? given : withValue(isJsonObject(value) ? value : {}, rest, given) };
}

export function without(root: JsonObject, [key = '', ...rest]: readonly string[]): JsonObject {
  const { [key]: value, ...others } = root;
  return rest.length === 0 ? others : { ...others, [key]: without(value as JsonObject, rest) };
}

/** Returns the nodes from the root down along a path, as far as they exist. */
export function nodesTo(root: Node, path: readonly string[]): readonly Node[] {
  const nodes = [root];
  for (const key of path) {
    const next = membersOf(nodes.at(-1) as Node).findLast((member) => member.key === key)?.value;
    if (next === undefined) break;
    nodes.push(next);
  }
  return nodes;
}

export function treeOf(text: string): Node {
  const parsed = parseText(text);
  if (!parsed.ok) throw new Error(`An edited text does not parse: ${parsed.fault.message}`);
  return parsed.root;
}

export function withoutKey(text: string, path: readonly string[]): string {
  const object = nodesTo(treeOf(text), path.slice(0, -1)).at(-1) as Node;
  const member = membersOf(object).findLast(({ key }) => key === path.at(-1));
  return member === undefined ? text : removeMember(text, object, member);
}

export function checked(given: string, next: string, expected: JsonObject): Edited {
  const parsed = parseText(next);
  const mark = given.startsWith(BOM) ? BOM : '';
  if (parsed.ok && isDeepStrictEqual(jsonOf(parsed.root), expected)) return { ok: true, text: mark + next };
  return refused('it cannot be edited without touching the rest of it');
}

/** Inserts a value at a path that does not exist yet, along with the objects that contain it. */
export function withNewKey(text: string, path: readonly string[], value: unknown): string {
  const nodes = nodesTo(treeOf(text), path);
  const [key = '', ...rest] = path.slice(nodes.length - 1);
  const held = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value);
  return addMember(text, nodes.at(-1) as Node, key, held, styleOf(text));
}

/** Removes containers that are now empty and were not in `original`, innermost first. Returns the text and its root. */
export function withoutEmpty(
  text: string,
  root: JsonObject,
  path: readonly string[],
  original: string | undefined,
): [text: string, root: JsonObject] {
  let [next, left] = [text, root];
  for (let depth = path.length; depth > 0 && original !== undefined; depth--) {
    const holder = path.slice(0, depth);
    const value = valueAt(left, holder);
    const isEmpty = isDeepStrictEqual(value, []) || isDeepStrictEqual(value, {});
    if (!isEmpty || valueAt(rootOf(withoutMark(original)), holder) !== undefined) break;
    next = withoutKey(next, holder);
    left = without(left, holder);
  }
  return [next, left];
}
