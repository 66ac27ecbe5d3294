import { isContainer, type Json } from '../base/json/json.ts';

/** Names reserved for the response itself. Data that uses one goes under `data` as a whole. */
const RESERVED: readonly string[] = [
  'summary',
  'success',
  'artifactRef',
  'artifactError',
  'truncated',
  'originalBytes',
  'notice',
  'cut',
  'rest',
];

/**
 * Returns the fields of data that may appear next to the response's own fields; undefined if they may not. Requires an
 * object without reserved names and without numeric keys, which JavaScript moves to the front. A `success` equal to the
 * response's own is allowed.
 */
export function fieldsBeside(data: Json, success: boolean): { readonly [key: string]: Json } | undefined {
  if (!isContainer(data) || Array.isArray(data)) return undefined;
  for (const first in data) {
    if (/^\d+$/.test(first)) return undefined;
    break;
  }
  const object = data as { readonly [key: string]: Json };
  const same = Object.hasOwn(object, 'success') && object['success'] === success;
  if (RESERVED.some((name) => Object.hasOwn(object, name) && !(same && name === 'success'))) return undefined;
  return same ? without(object, ['success']) : object;
}

/**
 * Returns the fields of data that is one of our own responses already (structured content without its result), so that
 * shaping it again changes nothing. Undefined for all else.
 */
export function ownFields(data: Json, summary: string, success: boolean): { readonly [key: string]: Json } | undefined {
  if (!isContainer(data) || Array.isArray(data)) return undefined;
  const object = data as { readonly [key: string]: Json };
  // Must be one of ours, because foreign data may use any names.
  if (!Object.hasOwn(object, 'summary') || !Object.hasOwn(object, 'success')) return undefined;
  if (object['summary'] !== summary || object['success'] !== success) return undefined;
  return without(object, ['summary', 'success']);
}

function without(object: { readonly [key: string]: Json }, names: readonly string[]): { readonly [key: string]: Json } {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
