import { isDeepStrictEqual } from 'node:util';
import type { Node } from 'jsonc-parser';
import { addItem, addMember, removeChild, removeMember, replaceNode } from '../../gateway/config/edit-member.ts';
import { BOM, jsonOf, membersOf, parseText, withoutMark } from '../../gateway/config/parse-text.ts';
import { styleOf } from '../../gateway/config/text-style.ts';
import { type Foreign, isForeign } from '../../hosts/foreign-entry.ts';
import { type Edited, type ItemPart, refused } from './part.ts';

/** See `putPart`: behind the items of others, or in the place of an older one of ours. */
export function putItem(text: string | undefined, { path, item, isOurs }: ItemPart): Edited {
  const given = text ?? '';
  const bare = withoutMark(given);
  const base = bare.trim() === '' ? `{}${/\r?\n/.exec(bare)?.[0] ?? '\n'}` : bare;
  const list = listAt(base, path);
  if (!list.ok) return list;
  const { items = [] } = list;
  const [at = items.length, ...more] = items.flatMap((one, index) => (isOurs(one) ? [index] : []));
  if (more.length === 0 && isDeepStrictEqual(items[at], item)) return { ok: true, text: given };
  // Two of ours would do everything twice. The last one first: the earlier places stay right.
  const once = more.toReversed().reduce((edited, index) => withoutItem(edited, path, index), base);
  const wanted = [...items.slice(0, at), item, ...items.slice(at + 1).filter((one) => !isOurs(one))];
  return checked(given, withItem(once, path, item, at), withList(list.root, path, wanted));
}

/** See `takePart`: what held it goes as well, if it was not there before and holds nothing else. */
export function takeItem(text: string, { path, isOurs }: ItemPart, original: string | undefined): Edited {
  const bare = withoutMark(text);
  if (bare.trim() === '') return { ok: true, text };
  const list = listAt(bare, path);
  // Nothing of ours is in what holds no list.
  if (!list.ok) return list.isParsed ? { ok: true, text } : list;
  const { items = [] } = list;
  const before = original === undefined ? [] : valueAt(rootOf(withoutMark(original)), path);
  const wasThere = (one: unknown): boolean =>
    Array.isArray(before) && before.some((other) => isDeepStrictEqual(other, one));
  const goes = (one: unknown): boolean => isOurs(one) && !wasThere(one);
  const rest = items.filter((one) => !goes(one));
  if (rest.length === items.length) return { ok: true, text };
  let next = bare;
  for (let at = items.length - 1; at >= 0; at--) {
    if (goes(items[at])) next = withoutItem(next, path, at);
  }
  let expected = withList(list.root, path, rest);
  for (let depth = path.length; depth > 0 && original !== undefined; depth--) {
    const holder = path.slice(0, depth);
    const left = valueAt(expected, holder);
    const isEmpty = isDeepStrictEqual(left, []) || isDeepStrictEqual(left, {});
    if (!isEmpty || valueAt(rootOf(withoutMark(original)), holder) !== undefined) break;
    next = withoutKey(next, holder);
    expected = without(expected, holder);
  }
  return checked(text, next, expected);
}

type List =
  | { readonly ok: true; readonly root: Foreign; readonly items: readonly unknown[] | undefined }
  | { readonly ok: false; readonly isParsed: boolean; readonly why: string };

function listAt(text: string, path: readonly string[]): List {
  const parsed = parseText(text);
  if (!parsed.ok) return { ok: false, isParsed: false, why: `it does not parse: ${parsed.fault.message}` };
  const root = jsonOf(parsed.root) as Foreign;
  for (let depth = 1; depth <= path.length; depth++) {
    const holder = path.slice(0, depth);
    const value = valueAt(root, holder);
    if (value === undefined) return { ok: true, root, items: undefined };
    const isRight = depth === path.length ? Array.isArray(value) : isForeign(value);
    const why = `"${holder.join('.')}" is no ${depth === path.length ? 'list' : 'object'}`;
    if (!isRight) return { ok: false, isParsed: true, why };
  }
  return { ok: true, root, items: valueAt(root, path) as readonly unknown[] };
}

function rootOf(text: string): Foreign {
  const parsed = parseText(text);
  return parsed.ok ? (jsonOf(parsed.root) as Foreign) : {};
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, key) => (isForeign(value) ? value[key] : undefined), root);
}

function withList(root: Foreign, [key = '', ...rest]: readonly string[], list: unknown): Foreign {
  const value = root[key];
  return { ...root, [key]: rest.length === 0 ? list : withList(isForeign(value) ? value : {}, rest, list) };
}

function without(root: Foreign, [key = '', ...rest]: readonly string[]): Foreign {
  const { [key]: value, ...others } = root;
  return rest.length === 0 ? others : { ...others, [key]: without(value as Foreign, rest) };
}

/** The nodes from the root down to what a path names, as far as they are there. */
function nodesTo(root: Node, path: readonly string[]): readonly Node[] {
  const nodes = [root];
  for (const key of path) {
    const next = membersOf(nodes.at(-1) as Node).findLast((member) => member.key === key)?.value;
    if (next === undefined) break;
    nodes.push(next);
  }
  return nodes;
}

function treeOf(text: string): Node {
  const parsed = parseText(text);
  if (!parsed.ok) throw new Error(`An edited text does not parse: ${parsed.fault.message}`);
  return parsed.root;
}

/** Puts an item at a place of the list, which is made if it is not there. */
function withItem(text: string, path: readonly string[], item: unknown, at: number): string {
  const nodes = nodesTo(treeOf(text), path);
  const holder = nodes.at(-1) as Node;
  const style = styleOf(text);
  const [key, ...rest] = path.slice(nodes.length - 1);
  if (key !== undefined) {
    const value = rest.reduceRight<unknown>((inner, name) => ({ [name]: inner }), [item]);
    return addMember(text, holder, key, value, style);
  }
  const old = holder.children?.[at];
  return old === undefined ? addItem(text, holder, item, style) : replaceNode(text, old, item, style);
}

function withoutItem(text: string, path: readonly string[], at: number): string {
  const list = nodesTo(treeOf(text), path).at(-1) as Node;
  return removeChild(text, list, list.children?.[at] as Node);
}

function withoutKey(text: string, path: readonly string[]): string {
  const object = nodesTo(treeOf(text), path.slice(0, -1)).at(-1) as Node;
  const member = membersOf(object).findLast(({ key }) => key === path.at(-1));
  return member === undefined ? text : removeMember(text, object, member);
}

function checked(given: string, next: string, expected: Foreign): Edited {
  const parsed = parseText(next);
  const mark = given.startsWith(BOM) ? BOM : '';
  if (parsed.ok && isDeepStrictEqual(jsonOf(parsed.root), expected)) return { ok: true, text: mark + next };
  return refused('it cannot be edited without touching the rest of it');
}
