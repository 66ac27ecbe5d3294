import * as z from 'zod';
import { codeRequest } from '../code-request.ts';
import { toolResponseRequest } from '../tool-response/tool-response-request.ts';

/** Several texts in one request. */
export interface BatchRequest {
  /** Bodies of dialect A or C, each validated separately when its turn comes. */
  readonly items: readonly BatchItem[];
  /** Defaults for fields that items omit: a `query` for all of them, a `threshold`, …; never a text. */
  readonly defaults: Readonly<Record<string, unknown>>;
}

/** A text. `id` is returned unchanged. */
export interface BatchItem {
  readonly id?: string | number | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Fields that may be set once for all items. `query` also serves as dialect C's `context_focus_question`. */
const DEFAULTS = ['query', 'threshold', 'target_ratio', 'max_tokens', 'markers', 'path', 'kind', 'failed'] as const;

const schemaOf = (schema: z.ZodType): object => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
};

const { properties, required = [], ...code } = schemaOf(codeRequest) as { properties: object; required?: string[] };
const id = { id: { anyOf: [{ type: 'string' }, { type: 'number' }], description: 'Returned unchanged' } };
const toolResponse = schemaOf(toolResponseRequest) as { properties: object };

const item: z.ZodType<BatchItem> = z
  .looseObject({ id: z.union([z.string(), z.number()]).nullish() })
  .transform(({ id, ...body }): BatchItem => ({ id: id ?? undefined, body }))
  .meta({
    // An item may take its question from the batch.
    anyOf: [
      { ...code, properties: { ...id, ...properties }, required: required.filter((name) => name !== 'query') },
      { ...toolResponse, properties: { ...id, ...toolResponse.properties } },
    ],
  });

const shared = Object.fromEntries(
  Object.entries(properties)
    .filter(([name]) => (DEFAULTS as readonly string[]).includes(name))
    .map(([name, schema]) => [name, { ...(schema as object), description: `Default for items without it: ${name}` }]),
);

/**
 * Schema of `{items: [{id?, …}], query?, threshold?, …}`. The max number of items is a limit (413), not part of the
 * schema. An invalid item is answered on its own line.
 */
export const batchRequest: z.ZodType<BatchRequest> = z
  .looseObject({ items: z.array(item).min(1) })
  .transform(({ items, ...rest }): BatchRequest => {
    const said = DEFAULTS.filter((name) => rest[name] !== undefined && rest[name] !== null);
    return { items, defaults: Object.fromEntries(said.map((name) => [name, rest[name]])) };
  })
  .meta({
    type: 'object',
    properties: {
      items: { type: 'array', minItems: 1, maxItems: 50, items: schemaOf(item), description: 'Texts to prune' },
      ...shared,
    },
    required: ['items'],
  });

/** Merges an item's body with the batch defaults; `query` becomes the question field of the item's dialect. */
export function itemBody({ body }: BatchItem, defaults: BatchRequest['defaults']): object {
  const { query, ...rest } = defaults;
  const asked = query === undefined ? {} : 'code' in body ? { query } : { context_focus_question: query };
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined && value !== null));
  return { ...body, ...asked, ...rest, ...given };
}
