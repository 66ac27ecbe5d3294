import { readJson } from './read-json.ts';

/**
 * Parses a field of a hook's input, in which an MCP tool gets objects as JSON strings. Numbers keep their exact digits.
 * Undefined for invalid JSON.
 */
export function parsedField(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return readJson(value);
  } catch {
    return undefined;
  }
}
