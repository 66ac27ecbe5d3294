import * as z from 'zod/mini';
import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { definitionBytes, MAX_DEFINITION_BYTES } from './definition-bytes.ts';
import {
  anything,
  COMMON_FIELDS,
  type OptionalFields,
  text,
  unreadableFields,
  withoutFields,
} from './readable-fields.ts';

const objectSchema = z.looseObject({
  type: z.literal('object'),
  properties: z.optional(z.record(z.string(), z.union([anything, z.boolean()]))),
  required: z.optional(z.array(text)),
});
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

/** Max bytes of an output schema. Compiling a larger one would burden clients. */
const MAX_SCHEMA_BYTES = 64 * 1024;

export interface ReadableTool {
  readonly tool: JsonObject & { readonly name: string; readonly inputSchema: JsonObject };
  /** Names of removed fields. */
  readonly left: readonly string[];
}

/**
 * Returns a tool in a form that every client can parse (MCP 2025-11-25, "Tool"). Invalid optional fields are removed.
 * Undefined if it has no name, if its arguments are not an object, or if it is too large or deep. Fields outside the
 * specification stay.
 */
export function toReadableTool(listed: JsonObject): ReadableTool | undefined {
  const { name, inputSchema = { type: 'object' } } = listed;
  if (typeof name !== 'string' || name === '' || !objectSchema.safeParse(inputSchema).success) return undefined;
  const unreadable = unreadableFields(listed, FIELDS);
  const tooLarge =
    definitionBytes(listed['outputSchema'] ?? {}) > MAX_SCHEMA_BYTES && !unreadable.includes('outputSchema');
  const left = tooLarge ? [...unreadable, 'outputSchema'] : unreadable;
  const kept = withoutFields(listed, left);
  if (definitionBytes(kept) > MAX_DEFINITION_BYTES) return undefined;
  const { outputSchema } = kept;
  const tool = {
    ...kept,
    name,
    inputSchema: withoutBooleans(inputSchema as JsonObject),
    ...(outputSchema !== undefined && { outputSchema: withoutBooleans(outputSchema as JsonObject) }),
  };
  return { tool, left };
}

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
