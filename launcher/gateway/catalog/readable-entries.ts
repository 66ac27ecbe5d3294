import * as z from 'zod/mini';
import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { definitionBytes, MAX_DEFINITION_BYTES } from './definition-bytes.ts';
import {
  COMMON_FIELDS,
  number,
  type OptionalFields,
  share,
  text,
  unreadableFields,
  withoutFields,
} from './readable-fields.ts';

type Kind = 'prompts' | 'resources' | 'resourceTemplates';

const argument = z.looseObject({
  name: text,
  title: z.optional(text),
  description: z.optional(text),
  required: z.optional(z.boolean()),
});
const annotations = z.looseObject({
  audience: z.optional(z.array(z.enum(['user', 'assistant']))),
  priority: z.optional(share),
  lastModified: z.optional(z.iso.datetime({ offset: true })),
});
const RESOURCE: OptionalFields = { ...COMMON_FIELDS, mimeType: text, annotations };

/** Fields of MCP 2025-11-25, "Prompt", "Resource" and "ResourceTemplate". */
const ENTRIES: Readonly<Record<Kind, { readonly needed: readonly string[]; readonly optional: OptionalFields }>> = {
  prompts: { needed: ['name'], optional: { ...COMMON_FIELDS, arguments: z.array(argument) } },
  resources: { needed: ['uri', 'name'], optional: { ...RESOURCE, size: number } },
  resourceTemplates: { needed: ['uriTemplate', 'name'], optional: RESOURCE },
};

/**
 * Returns the entries of a list in a form that every client can parse. Invalid optional fields are removed. An entry
 * that a client cannot parse would make it refuse the lists of all servers.
 */
export function toReadableEntries(kind: Kind, listed: readonly JsonObject[]): readonly JsonObject[] {
  const { needed, optional } = ENTRIES[kind];
  return listed
    .filter((one) => needed.every((field) => typeof one[field] === 'string'))
    .map((one) => withoutFields(one, unreadableFields(one, optional)))
    .filter((one) => definitionBytes(one) <= MAX_DEFINITION_BYTES);
}
