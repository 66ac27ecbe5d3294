import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '../../../src/base/json/json-object.ts';
import { removeAt, setAt } from '../../gateway/config/edit-text.ts';
import { jsonOf, parseText, withoutMark } from '../../gateway/config/parse-text.ts';
import { checked, rootOf, valueAt, without, withoutEmpty, withValue } from './json-path.ts';
import { type Edited, refused, type ValuePart } from './part.ts';

/** Implements `putPart` for a value: appends it after the other members. A value that the user has set stays. */
export function putValue(text: string | undefined, { path, value, isOurs }: ValuePart): Edited {
  const given = text ?? '';
  const bare = withoutMark(given);
  const base = bare.trim() === '' ? `{}${/\r?\n/.exec(bare)?.[0] ?? '\n'}` : bare;
  const parsed = parseText(base);
  if (!parsed.ok) return refused(`it does not parse: ${parsed.fault.message}`);
  const root = jsonOf(parsed.root) as JsonObject;
  for (let depth = 1; depth < path.length; depth++) {
    const holder = valueAt(root, path.slice(0, depth));
    // The holder is a single value for all keys, and it already equals ours.
    if (isDeepStrictEqual(holder, value)) return { ok: true, text: given };
    if (holder === undefined) break;
    if (!isJsonObject(holder)) return refused(`"${path.slice(0, depth).join('.')}" is not an object`);
  }
  const before = valueAt(root, path);
  if (before !== undefined && (isDeepStrictEqual(before, value) || !isOurs(before))) return { ok: true, text: given };
  return checked(given, setAt(base, path, value), withValue(root, path, value));
}

/** Implements `takePart` for a value. Also removes its container if that is empty and was not in `original`. */
export function takeValue(text: string, { path, isOurs, neededBy }: ValuePart, original: string | undefined): Edited {
  const bare = withoutMark(text);
  if (bare.trim() === '') return { ok: true, text };
  const parsed = parseText(bare);
  if (!parsed.ok) return refused(`it does not parse: ${parsed.fault.message}`);
  const root = jsonOf(parsed.root) as JsonObject;
  // Without a record of the file, the value may be the user's own.
  if (neededBy !== undefined && (original === undefined || Object.hasOwn(root, neededBy))) return { ok: true, text };
  const value = valueAt(root, path);
  const before = original === undefined ? undefined : valueAt(rootOf(withoutMark(original)), path);
  if (value === undefined || !isOurs(value) || isDeepStrictEqual(before, value)) return { ok: true, text };
  return checked(text, ...withoutEmpty(removeAt(bare, path), without(root, path), path.slice(0, -1), original));
}
