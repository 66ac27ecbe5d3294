import * as z from 'zod/mini';
import type { JsonObject } from '../connection/server-connection.ts';
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

/** Bytes of a schema; above, no client is to compile it. */
const MAX_SCHEMA_BYTES = 64 * 1024;

export interface ReadableTool {
  readonly tool: JsonObject & { readonly name: string; readonly inputSchema: JsonObject };
  /** Names of fields that were left out. */
  readonly left: readonly string[];
}

/**
 * A tool as every client can read it (MCP 2025-11-25, "Tool"): of what does not fit, optional fields are left out;
 * without a name, with arguments that are no object, or too large or deep, undefined. What is not in the specification stays.
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

/** Arguments that are `true` or `false`, which are schemas and which the SDK's clients refuse, as objects that say the same. */
function withoutBooleans(schema: JsonObject): JsonObject {
  const properties = Object.entries((schema['properties'] ?? {}) as JsonObject);
  if (!properties.some(([, one]) => typeof one === 'boolean')) return schema;
  const written = properties.map(([name, one]) => [name, one === true ? {} : one === false ? { not: {} } : one]);
  return { ...schema, properties: Object.fromEntries(written) };
}
