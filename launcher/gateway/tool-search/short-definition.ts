import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { cutToChars } from '../../../src/text/cut-text.ts';

/** Max UTF-16 units of a shortened description. */
const SHORT = 500;
/** Max arguments to name if there is no room for more than names. */
const MAX_NAMED = 50;

/**
 * Shortens a tool's definition to a number of UTF-8 bytes of JSON: without descriptions of its arguments, or with just
 * their names.
 */
export function shortDefinition(tool: JsonObject, bytes: number): JsonObject {
  const { description, inputSchema } = tool as { readonly description?: string; readonly inputSchema: JsonObject };
  const short = { ...tool, ...(description !== undefined && { description: cutToChars(description, SHORT) }) };
  const tries = [tool, { ...short, inputSchema: withoutDescriptions(inputSchema) }];
  const fitting = tries.find((one) => Buffer.byteLength(JSON.stringify(one)) <= bytes);
  return fitting ?? { ...short, inputSchema: { type: 'object', properties: namedAlone(inputSchema) } };
}

/** Removes descriptions, which validators ignore. An argument called `description` is an object, and stays. */
function withoutDescriptions(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutDescriptions);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).filter(([key, value]) => key !== 'description' || typeof value !== 'string');
  return Object.fromEntries(entries.map(([key, value]) => [key, withoutDescriptions(value)]));
}

function namedAlone({ properties = {} }: JsonObject): JsonObject {
  const names = Object.keys(properties as JsonObject).slice(0, MAX_NAMED);
  return Object.fromEntries(names.map((name) => [cutToChars(name, SHORT / 10), {}]));
}
