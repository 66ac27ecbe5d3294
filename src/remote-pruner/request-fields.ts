import type { PruneRequest } from '../engine/pruner.ts';

/** Response header in which a pruner names the fields that it accepts besides `code` and `query`. */
export const FIELDS_HEADER = 'Mcp-Pruner-Fields';

type Field =
  | 'markers'
  | 'path'
  | 'kind'
  | 'first_line'
  | 'threshold'
  | 'target_ratio'
  | 'max_tokens'
  | 'always_keep_first_frags';

/** Optional fields of a request, and where their values come from. */
const FIELDS: Readonly<Record<Field, keyof PruneRequest>> = {
  markers: 'markers',
  path: 'path',
  kind: 'kind',
  first_line: 'firstLine',
  threshold: 'threshold',
  target_ratio: 'targetRatio',
  max_tokens: 'maxTokens',
  always_keep_first_frags: 'keepFirstLine',
};

/** Value of `FIELDS_HEADER` for a pruner that takes all of them. */
export const ALL_FIELDS: string = Object.keys(FIELDS).join(', ');

/** Returns the optional fields that a header names. */
export function fieldsIn(header: string | null): readonly Field[] {
  const named = new Set(header?.split(',').map((name) => name.trim()));
  return (Object.keys(FIELDS) as Field[]).filter((name) => named.has(name));
}

/** Builds the request body, with those of the optional fields that the pruner takes. */
export function toBody(request: PruneRequest, taken: readonly Field[]): object {
  const more = taken.map((name) => [name, request[FIELDS[name]]]);
  return { code: request.text, query: request.question, ...Object.fromEntries(more) };
}
