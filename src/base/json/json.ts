import { JsonNumber } from './json-number.ts';

/** A JSON value. A number whose characters matter is a `JsonNumber`. */
export type Json = string | number | boolean | null | JsonNumber | readonly Json[] | { readonly [key: string]: Json };

/** Returns the number that a value represents; undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return value instanceof JsonNumber ? Number(value) : undefined;
}

/** True for arrays and objects; false for scalars, including `JsonNumber`. */
export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof JsonNumber);
}
