import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { FOCUS, FOCUS_SCHEMA } from '../../tools/focus.ts';

/**
 * Adds the question to an input schema. Undefined if the schema has an argument of that name, or if a part of it
 * forbids further arguments.
 */
export function withFocus(schema: JsonObject): JsonObject | undefined {
  const properties = (schema['properties'] ?? {}) as JsonObject;
  if (Object.hasOwn(properties, FOCUS)) return undefined;
  if (schema['propertyNames'] !== undefined || COMBINED.some((name) => closes(schema[name]))) return undefined;
  return { ...schema, properties: { ...properties, [FOCUS]: FOCUS_SCHEMA } };
}

const COMBINED = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', '$ref', 'dependentSchemas'];

/** True if a part next to the properties may reject unknown ones. */
function closes(part: unknown): boolean {
  if (part === undefined) return false;
  return (
    typeof part === 'string' ||
    /"(?:additional|unevaluated)Properties":(?:false|\{)|"\$ref"|"propertyNames"/.test(JSON.stringify(part))
  );
}
