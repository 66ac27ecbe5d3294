import { type WireFailure, wireFailure } from './wire-failure.ts';

/**
 * The 413 for a list that is too long, or undefined. Asked before the body is validated, because validation looks at
 * every entry and remembers what is wrong with each. `entries` is what they are called.
 */
export function overLimit(body: object, field: string, max: number, entries: string = field): WireFailure | undefined {
  const list = (body as Readonly<Record<string, unknown>>)[field];
  if (!Array.isArray(list) || list.length <= max) return undefined;
  return wireFailure('too_large', `${list.length} ${entries}, at most ${max} are allowed`);
}
