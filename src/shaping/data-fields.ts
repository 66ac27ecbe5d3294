import { isContainer, type Json } from '../json/json.ts';

/** Names that a response keeps for itself: data that has one of them goes under `data` as a whole. */
export const RESERVED: readonly string[] = [
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
 * The fields of data that may stand beside the response's own: those of an object without any reserved name, and without
 * numbers for keys, which JavaScript puts before all others. A `success` that is the response's own says the same once.
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
 * The fields of data that is a response of ours already, structured content without its result: shaped again it stays
 * as it is. Undefined for all else.
 */
export function ownFields(data: Json, summary: string, success: boolean): { readonly [key: string]: Json } | undefined {
  if (!isContainer(data) || Array.isArray(data)) return undefined;
  const object = data as { readonly [key: string]: Json };
  // Only its own: what others sent may be named like anything.
  if (!Object.hasOwn(object, 'summary') || !Object.hasOwn(object, 'success')) return undefined;
  if (object['summary'] !== summary || object['success'] !== success) return undefined;
  return without(object, ['summary', 'success']);
}

function without(object: { readonly [key: string]: Json }, names: readonly string[]): { readonly [key: string]: Json } {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}
