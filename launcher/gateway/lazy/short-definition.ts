import { cutToChars } from '../../../src/shaping/cut-text.ts';
import type { JsonObject } from '../connection/server-connection.ts';

/** UTF-16 units of a description that is cut. */
const SHORT = 500;
/** Arguments that are named where no more can be said of them. */
const MAX_NAMED = 50;

/** A tool's definition within so many UTF-8 bytes of JSON: without the descriptions of its arguments, or with their names alone. */
export function shortDefinition(tool: JsonObject, bytes: number): JsonObject {
  const { description, inputSchema } = tool as { readonly description?: string; readonly inputSchema: JsonObject };
  const short = { ...tool, ...(description !== undefined && { description: cutToChars(description, SHORT) }) };
  const tries = [tool, { ...short, inputSchema: withoutDescriptions(inputSchema) }];
  const fitting = tries.find((one) => Buffer.byteLength(JSON.stringify(one)) <= bytes);
  return fitting ?? { ...short, inputSchema: { type: 'object', properties: namedAlone(inputSchema) } };
}

/** What a validator does not read; an argument of that name is an object, and stays. */
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
