import * as z from 'zod/mini';
import { numberOf } from '../../../src/base/json/json.ts';
import type { JsonObject } from '../../../src/base/json/json-object.ts';

/** Optional fields, with the schemas that clients use. */
export type OptionalFields = Readonly<Record<string, z.ZodMiniType>>;

export const text: z.ZodMiniString = z.string();
/** A number. If it is an object that preserves the digits as received, the nearest double is checked. */
export const number: z.ZodMiniType = z.pipe(z.transform(numberOf), z.number());
/** A number from 0 to 1. */
export const share: z.ZodMiniType = z.pipe(z.transform(numberOf), z.number().check(z.minimum(0), z.maximum(1)));
export const anything: z.ZodMiniType = z.record(z.string(), z.unknown());
/** A schema whose root is a plain object, as the SDK's clients require it. */
export const objectSchema: z.ZodMiniType = z.looseObject({
  type: z.literal('object'),
  properties: z.optional(z.record(z.string(), z.union([anything, z.boolean()]))),
  required: z.optional(z.array(text)),
});

const icon = z.looseObject({
  src: text,
  mimeType: z.optional(text),
  sizes: z.optional(z.array(text)),
  theme: z.optional(z.enum(['light', 'dark'])),
});

/** Optional fields of all listed entries (MCP 2025-11-25, "BaseMetadata", "Icons"). */
export const COMMON_FIELDS: OptionalFields = { title: text, description: text, icons: z.array(icon), _meta: anything };

/** Returns the names of optional fields that are invalid, any of which makes a client refuse the entire list. */
export function unreadableFields(listed: JsonObject, fields: OptionalFields): readonly string[] {
  return Object.entries(fields).flatMap(([field, schema]) =>
    listed[field] === undefined || schema.safeParse(listed[field]).success ? [] : [field],
  );
}

export function withoutFields(listed: JsonObject, names: readonly string[]): JsonObject {
  return names.length === 0
    ? listed
    : Object.fromEntries(Object.entries(listed).filter(([key]) => !names.includes(key)));
}
