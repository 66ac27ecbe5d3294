import * as z from 'zod';
import type { Operation, OperationAnswer } from '../../http/operation.ts';
import { failureAnswer } from './failure-answer.ts';

type Json = Readonly<Record<string, unknown>>;

/** The subset of OpenAPI 3.1 that we use. */
export type OpenApiDocument = Readonly<ReturnType<typeof toOpenApi>>;

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string | undefined;
  readonly parameters?: readonly OpenApiParameter[] | undefined;
  readonly requestBody?: { readonly required: true; readonly content: Content } | undefined;
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
  readonly security: readonly Json[];
}

export interface OpenApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly description?: string | undefined;
  readonly schema: Json;
}

type Content = Readonly<Record<string, { readonly schema?: Json }>>;

const JSON_TYPE = 'application/json';

/** Builds a worker's OpenAPI document from the schemas that validate its requests. */
export function toOpenApi(operations: readonly Operation[], version: string) {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: toOperation(operation) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'mcp-pruner worker',
      version,
      description:
        'Prunes texts by a question, for a team. Compatible with the HTTP protocol of swe-pruner. Send your key as a bearer token. For `/prune` and `/mcp`, it may be in the path instead, as in `/k/<key>/prune`.',
    },
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', bearerFormat: 'mcpp_<id>_<secret>' } },
      schemas: { Failure: toSchema(failureAnswer, 'output') },
    },
  };
}

function toOperation(operation: Operation): OpenApiOperation {
  const { id, summary, description, scope, body, params, query, answers } = operation;
  const parameters = [...toParameters('path', params), ...toParameters('query', query)];
  const failure = { $ref: '#/components/schemas/Failure' };
  return {
    operationId: id,
    summary,
    description,
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: { [JSON_TYPE]: { schema: toSchema(body, 'input') } } } }),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, toResponse(answer)])),
      ...(scope !== 'none' && { default: { description: 'Failed', content: { [JSON_TYPE]: { schema: failure } } } }),
    },
    security: scope === 'none' ? [] : [{ key: scope === 'any' ? [] : [scope] }],
  };
}

function toResponse({ description, schema, contentType = JSON_TYPE }: OperationAnswer): {
  readonly description: string;
  readonly content?: Content;
} {
  if (schema === undefined) {
    return contentType === JSON_TYPE ? { description } : { description, content: { [contentType]: {} } };
  }
  return { description, content: { [contentType]: { schema: toSchema(schema, 'output') } } };
}

function toParameters(where: 'path' | 'query', schema: z.ZodObject | undefined): OpenApiParameter[] {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = toSchema(schema, 'input') as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: required.includes(name),
    ...(typeof description === 'string' && { description }),
    schema: rest,
  }));
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Bounds of a safe integer carry no information.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return rest;
}
