import * as z from 'zod/mini';
import type { JsonObject } from '../connection/server-connection.ts';
import { definitionBytes, MOST_DEFINITION_BYTES } from './definition-bytes.ts';

type Kind = 'prompts' | 'resources' | 'resourceTemplates';

const text: z.ZodMiniString = z.string();
const optional: z.ZodMiniOptional<z.ZodMiniString> = z.optional(text);
const argument: z.ZodMiniType = z.looseObject({
  name: text,
  description: optional,
  required: z.optional(z.boolean()),
});

/** MCP 2025-11-25, "Prompt", "Resource" and "ResourceTemplate". */
const ENTRIES: Readonly<Record<Kind, z.ZodMiniType>> = {
  prompts: z.looseObject({
    name: text,
    title: optional,
    description: optional,
    arguments: z.optional(z.array(argument)),
  }),
  resources: z.looseObject({
    uri: text,
    name: text,
    title: optional,
    description: optional,
    mimeType: optional,
    size: z.optional(z.number()),
  }),
  resourceTemplates: z.looseObject({
    uriTemplate: text,
    name: text,
    title: optional,
    description: optional,
    mimeType: optional,
  }),
};

/** The entries of a list that every client can read: one that it cannot would make it refuse the whole list. */
export function toReadableEntries(kind: Kind, listed: readonly JsonObject[]): readonly JsonObject[] {
  return listed.filter((one) => ENTRIES[kind].safeParse(one).success && definitionBytes(one) <= MOST_DEFINITION_BYTES);
}
