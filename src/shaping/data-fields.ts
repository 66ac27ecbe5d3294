import type { Json } from './to-plain.ts';

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
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  for (const first in data) {
    if (/^\d+$/.test(first)) return undefined;
    break;
  }
  const { success: itsSuccess, ...fields } = data as { readonly [key: string]: Json };
  const same = itsSuccess === success;
  if (RESERVED.some((name) => Object.hasOwn(same ? fields : data, name))) return undefined;
  return same ? fields : (data as { readonly [key: string]: Json });
}

/**
 * The fields of data that is a response of ours already, structured content without its result: shaped again it stays
 * as it is. Undefined for all else.
 */
export function ownFields(data: Json, summary: string, success: boolean): { readonly [key: string]: Json } | undefined {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return undefined;
  const { summary: itsSummary, success: itsSuccess, ...fields } = data as { readonly [key: string]: Json };
  return itsSummary === summary && itsSuccess === success ? fields : undefined;
}
