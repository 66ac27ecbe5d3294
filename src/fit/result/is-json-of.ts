import { isContainer, type Json } from '../../base/json/json.ts';
import { JsonNumber } from '../../base/json/json-number.ts';
import { readJson } from '../../base/json/read-json.ts';

/** True if a text is the JSON of a value, however it is formatted. */
export function isJsonOf(text: string, value: Json): boolean {
  if (isContainer(value) && !/^\s*[{[]/.test(text)) return false;
  try {
    return isSame(readJson(text), value);
  } catch {
    return false;
  }
}

function isSame(one: unknown, other: unknown): boolean {
  if (one instanceof JsonNumber) return other instanceof JsonNumber && one.source === other.source;
  if (!isContainer(one) || !isContainer(other)) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isSame(one[key as keyof object], other[key as keyof object]))
  );
}
