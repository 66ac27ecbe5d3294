import { readJson } from '../../src/json/read-json.ts';

/**
 * A field of a hook's input: an MCP tool gets objects as JSON texts. Numbers keep the characters that they have. Undefined for
 * a text that is none.
 */
export function parsedField(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return readJson(value);
  } catch {
    return undefined;
  }
}
