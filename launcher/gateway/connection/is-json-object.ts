import type { JsonObject } from './server-connection.ts';

/** An object of JSON, not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
