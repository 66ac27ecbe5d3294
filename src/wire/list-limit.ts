import { type WireFailure, wireFailure } from './wire-failure.ts';

/**
 * The 413 for a list that is too long, or undefined. Asked before the body is validated, because validation looks at
 * every entry and remembers what is wrong with each.
 */
export function overLimit(body: object, field: string, max: number): WireFailure | undefined {
  const list = (body as Readonly<Record<string, unknown>>)[field];
  if (!Array.isArray(list) || list.length <= max) return undefined;
  return wireFailure('too_large', `${list.length} ${field}, at most ${max} are allowed`);
}
