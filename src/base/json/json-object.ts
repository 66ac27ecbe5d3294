/** An object of JSON whose fields may hold anything. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value if it is an object, otherwise an empty one. */
export const asJsonObject = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});
