import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '../../../src/base/json/json-object.ts';
import { removeAt, setAt } from '../../gateway/config/edit-text.ts';
import { jsonOf, parseText, withoutMark } from '../../gateway/config/parse-text.ts';
import { checked, rootOf, valueAt, withoutEmpty, withValue } from './json-path.ts';
import type { Edited, ItemPart } from './part.ts';

/** Implements `putPart` for an item: appends it after other items, or replaces an older one of ours. */
export function putItem(text: string | undefined, { path, item, isOurs }: ItemPart): Edited {
  const given = text ?? '';
  const bare = withoutMark(given);
  const base = bare.trim() === '' ? `{}${/\r?\n/.exec(bare)?.[0] ?? '\n'}` : bare;
  const list = listAt(base, path);
  if (!list.ok) return list;
  const { items = [] } = list;
  const [at = items.length, ...more] = items.flatMap((one, index) => (isOurs(one) ? [index] : []));
  if (more.length === 0 && isDeepStrictEqual(items[at], item)) return { ok: true, text: given };
  // Duplicates of ours would run everything twice. Remove the last one first, so that the earlier indexes stay valid.
  const once = more.toReversed().reduce((edited, index) => removeAt(edited, [...path, index]), base);
  const wanted = [...items.slice(0, at), item, ...items.slice(at + 1).filter((one) => !isOurs(one))];
  return checked(given, setAt(once, [...path, at], item), withValue(list.root, path, wanted));
}

/** Implements `takePart` for an item. Also removes its container if that is empty and was not in `original`. */
export function takeItem(text: string, { path, isOurs }: ItemPart, original: string | undefined): Edited {
  const bare = withoutMark(text);
  if (bare.trim() === '') return { ok: true, text };
  const list = listAt(bare, path);
  // If there is no list at the path, it contains nothing of ours.
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
    if (goes(items[at])) next = removeAt(next, [...path, at]);
  }
  return checked(text, ...withoutEmpty(next, withValue(list.root, path, rest), path, original));
}

type List =
  | { readonly ok: true; readonly root: JsonObject; readonly items: readonly unknown[] | undefined }
  | { readonly ok: false; readonly isParsed: boolean; readonly why: string };

function listAt(text: string, path: readonly string[]): List {
  const parsed = parseText(text);
  if (!parsed.ok) return { ok: false, isParsed: false, why: `it does not parse: ${parsed.fault.message}` };
  const root = jsonOf(parsed.root) as JsonObject;
  for (let depth = 1; depth <= path.length; depth++) {
    const holder = path.slice(0, depth);
    const value = valueAt(root, holder);
    if (value === undefined) return { ok: true, root, items: undefined };
    const isRight = depth === path.length ? Array.isArray(value) : isJsonObject(value);
    const why = `"${holder.join('.')}" is not ${depth === path.length ? 'a list' : 'an object'}`;
    if (!isRight) return { ok: false, isParsed: true, why };
  }
  return { ok: true, root, items: valueAt(root, path) as readonly unknown[] };
}
