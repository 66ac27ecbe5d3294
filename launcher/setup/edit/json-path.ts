import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '../../../src/base/json/json-object.ts';
import { removeAt } from '../../gateway/config/edit-text.ts';
import { BOM, jsonOf, parseText, withoutMark } from '../../gateway/config/parse-text.ts';
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

export function checked(given: string, next: string, expected: JsonObject): Edited {
  const parsed = parseText(next);
  const mark = given.startsWith(BOM) ? BOM : '';
  if (parsed.ok && isDeepStrictEqual(jsonOf(parsed.root), expected)) return { ok: true, text: mark + next };
  return refused('it cannot be edited without changing the rest of it');
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
    next = removeAt(next, holder);
    left = without(left, holder);
  }
  return [next, left];
}
