import type { Json } from '../base/json/json.ts';
import { jsonChunks } from './json-chunks.ts';

/** The whole of a response as it is stored: a well-formed text unchanged, anything else as JSON. */
export interface Whole {
  readonly mimeType: string;
  /** Yields the content in well-formed chunks, from the start on each call. */
  chunks(): Iterable<string>;
}

export function toWhole(value: Json): Whole {
  if (typeof value === 'string' && (value as unknown as { isWellFormed(): boolean }).isWellFormed()) {
    return { mimeType: 'text/plain', chunks: () => [value] };
  }
  return { mimeType: 'application/json', chunks: () => jsonChunks(value) };
}
