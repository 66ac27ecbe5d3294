import * as z from 'zod/mini';
import type { JsonObject } from '../connection/server-connection.ts';
import { definitionBytes, MOST_DEFINITION_BYTES } from './definition-bytes.ts';

const text = z.string();
const anything = z.record(z.string(), z.unknown());
const objectSchema = z.looseObject({
  type: z.literal('object'),
  properties: z.optional(z.record(z.string(), z.union([anything, z.boolean()]))),
  required: z.optional(z.array(text)),
});
const hint = z.optional(z.boolean());

/** What clients make of a tool's optional fields: one that does not fit makes them refuse the whole list. */
const FIELDS: Readonly<Record<string, z.ZodMiniType>> = {
  title: text,
  description: text,
  outputSchema: objectSchema,
  annotations: z.looseObject({
    title: z.optional(text),
    readOnlyHint: hint,
    destructiveHint: hint,
    idempotentHint: hint,
    openWorldHint: hint,
  }),
  icons: z.array(z.looseObject({ src: text, mimeType: z.optional(text), sizes: z.optional(z.array(text)) })),
  _meta: anything,
};

/** Bytes of a schema; above, no client is to compile it. */
const MOST_SCHEMA_BYTES = 64 * 1024;

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
  const left = Object.entries(FIELDS).flatMap(([field, schema]) =>
    listed[field] === undefined || (schema.safeParse(listed[field]).success && !isTooLarge(field, listed))
      ? []
      : [field],
  );
  const kept = Object.fromEntries(Object.entries(listed).filter(([field]) => !left.includes(field)));
  if (definitionBytes(kept) > MOST_DEFINITION_BYTES) return undefined;
  return { tool: { ...kept, name, inputSchema: inputSchema as JsonObject }, left };
}

function isTooLarge(field: string, listed: JsonObject): boolean {
  return field === 'outputSchema' && definitionBytes(listed[field]) > MOST_SCHEMA_BYTES;
}
