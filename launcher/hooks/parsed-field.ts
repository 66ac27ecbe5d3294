/** A field of a hook's input: an MCP tool gets objects as JSON texts. Undefined for a text that is none. */
export function parsedField(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
