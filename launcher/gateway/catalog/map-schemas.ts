import { isContainer } from '../../../src/base/json/json.ts';
import type { JsonObject } from '../../../src/base/json/json-object.ts';

/** Keywords of JSON Schema that hold schemas, as far as tools use them. */
const HOLDS_ONE_OR_MANY = [
  ...['items', 'prefixItems', 'additionalItems', 'unevaluatedItems', 'contains', 'additionalProperties'],
  ...['unevaluatedProperties', 'propertyNames', 'not', 'if', 'then', 'else', 'anyOf', 'oneOf', 'allOf'],
];
const HOLDS_BY_NAME = ['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'];

/** True for a schema that is an object, rather than a boolean or no schema at all. */
export function isSchemaObject(schema: unknown): schema is JsonObject {
  return isContainer(schema) && !Array.isArray(schema);
}

/**
 * Applies a change to a schema and to each schema inside it, innermost first. Data such as `default` and `enum` stays.
 * Returns the schema itself if nothing changes.
 */
export function mapSchemas(schema: unknown, change: (schema: JsonObject) => JsonObject): unknown {
  if (!isSchemaObject(schema)) return schema;
  const inner = (value: unknown): unknown => mapSchemas(value, change);
  const changed = mapValues(schema, (value, keyword) => {
    if (HOLDS_BY_NAME.includes(keyword)) return isSchemaObject(value) ? mapValues(value, inner) : value;
    if (!HOLDS_ONE_OR_MANY.includes(keyword)) return value;
    if (!Array.isArray(value)) return inner(value);
    const list = value.map(inner);
    return list.some((one, i) => one !== value[i]) ? list : value;
  });
  return change(changed);
}

function mapValues(object: JsonObject, change: (value: unknown, key: string) => unknown): JsonObject {
  const entries = Object.entries(object).map(([key, value]) => [key, change(value, key)] as const);
  return entries.some(([key, value]) => value !== object[key]) ? Object.fromEntries(entries) : object;
}
