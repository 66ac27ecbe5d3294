import { JsonNumber } from './json-number.ts';

/** What JSON can say. A number whose characters matter is a `JsonNumber`. */
export type Json = string | number | boolean | null | JsonNumber | readonly Json[] | { readonly [key: string]: Json };

/** The number that a value is; undefined for anything else. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return value instanceof JsonNumber ? Number(value) : undefined;
}

/** True for arrays and objects; false for scalars, a `JsonNumber` included. */
export function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof JsonNumber);
}
