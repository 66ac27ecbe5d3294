import { FOCUS, FOCUS_SCHEMA } from '../../tools/focus.ts';
import type { JsonObject } from '../connection/server-connection.ts';

/**
 * An input schema that takes the question as well; undefined where it has an argument of that name itself, or where a
 * part of it says that there are no others.
 */
export function withFocus(schema: JsonObject): JsonObject | undefined {
  const properties = (schema['properties'] ?? {}) as JsonObject;
  if (Object.hasOwn(properties, FOCUS)) return undefined;
  if (schema['propertyNames'] !== undefined || COMBINED.some((name) => closes(schema[name]))) return undefined;
  return { ...schema, properties: { ...properties, [FOCUS]: FOCUS_SCHEMA } };
}

const COMBINED = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', '$ref', 'dependentSchemas'];

/** Whether a part that stands beside the properties may refuse one that it does not know. */
function closes(part: unknown): boolean {
  if (part === undefined) return false;
  return (
    typeof part === 'string' ||
    /"(?:additional|unevaluated)Properties":(?:false|\{)|"\$ref"|"propertyNames"/.test(JSON.stringify(part))
  );
}
