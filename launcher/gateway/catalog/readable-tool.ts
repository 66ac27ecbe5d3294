import * as z from 'zod/mini';
import { isJsonObject, type JsonObject } from '../../../src/base/json/json-object.ts';
import { definitionBytes, MAX_DEFINITION_BYTES } from './definition-bytes.ts';
import {
  COMMON_FIELDS,
  type OptionalFields,
  objectSchema,
  text,
  unreadableFields,
  withoutFields,
} from './readable-fields.ts';
import { toObjectSchema } from './to-object-schema.ts';

const hint = z.optional(z.boolean());

const FIELDS: OptionalFields = {
  ...COMMON_FIELDS,
  execution: z.looseObject({ taskSupport: z.optional(z.enum(['required', 'optional', 'forbidden'])) }),
  outputSchema: objectSchema,
  annotations: z.looseObject({
    title: z.optional(text),
    readOnlyHint: hint,
    destructiveHint: hint,
    idempotentHint: hint,
    openWorldHint: hint,
  }),
};

export interface ReadableTool {
  readonly ok: true;
  readonly tool: JsonObject & { readonly name: string; readonly inputSchema: JsonObject };
  /** True if its input schema is shown in a different form from the server's. */
  readonly isMended: boolean;
  /** Removed fields, each with the reason if it is not its form. */
  readonly left: readonly string[];
}

export interface UnreadableTool {
  readonly ok: false;
  readonly reason: string;
}

/**
 * Returns a tool in a form that every client can parse (MCP 2025-11-25, "Tool"). Invalid optional fields are removed,
 * and so is an output schema with which it is too large. Its input schema becomes a plain object. Fields outside the
 * specification stay.
 */
export function toReadableTool(listed: JsonObject): ReadableTool | UnreadableTool {
  const whole = toFittingTool(listed);
  if (whole !== TOO_LARGE || listed['outputSchema'] === undefined) return whole;
  const smaller = toFittingTool(withoutFields(listed, ['outputSchema']));
  return smaller.ok ? { ...smaller, left: [...smaller.left, TOO_LARGE_OUTPUT] } : smaller;
}

function toFittingTool(listed: JsonObject): ReadableTool | UnreadableTool {
  const { name, inputSchema = { type: 'object' } } = listed;
  if (typeof name !== 'string' || name === '') return { ok: false, reason: 'it has no name' };
  const left = unreadableFields(listed, FIELDS);
  const kept = withoutFields(listed, left);
  // Measure before the schema is mended, because a deep schema cannot be walked.
  if (definitionBytes(kept) > MAX_DEFINITION_BYTES) return TOO_LARGE;
  const mended = toObjectSchema(inputSchema);
  if (mended === undefined) return { ok: false, reason: 'its inputSchema cannot match an object' };
  const isMended = mended !== inputSchema;
  if (isMended && definitionBytes({ ...kept, inputSchema: mended }) > MAX_DEFINITION_BYTES) return TOO_LARGE;
  const { outputSchema } = kept;
  const tool = {
    ...kept,
    name,
    inputSchema: withoutBooleans(mended),
    ...(outputSchema !== undefined && { outputSchema: withoutBooleans(outputSchema as JsonObject) }),
  };
  if (isMended && isJsonObject(inputSchema)) noteGivenSchema(tool.inputSchema, inputSchema);
  return { ok: true, tool, isMended, left };
}

/** Original schemas of servers, by the mended schema that is shown instead. */
const givenSchemas = new WeakMap<JsonObject, JsonObject>();

/** Notes the original of a mended input schema. */
export const noteGivenSchema = (shown: JsonObject, given: JsonObject): void => void givenSchemas.set(shown, given);

/** Returns the original of a mended input schema; undefined if the schema was not mended. */
export const givenSchemaOf = (shown: JsonObject): JsonObject | undefined => givenSchemas.get(shown);

const TOO_LARGE_OUTPUT = `outputSchema, with which the definition is too deep or takes more than ${MAX_DEFINITION_BYTES} bytes`;
const TOO_LARGE: UnreadableTool = { ok: false, reason: 'it is too large or too deep' };

/**
 * Replaces argument schemas that are `true` or `false` by equivalent objects, because the SDK's clients refuse
 * booleans.
 */
function withoutBooleans(schema: JsonObject): JsonObject {
  const properties = Object.entries((schema['properties'] ?? {}) as JsonObject);
  if (!properties.some(([, one]) => typeof one === 'boolean')) return schema;
  const written = properties.map(([name, one]) => [name, one === true ? {} : one === false ? { not: {} } : one]);
  return { ...schema, properties: Object.fromEntries(written) };
}
