import * as z from 'zod/mini';
import type { Schema } from './schema.ts';
import type { SharedTool } from './shared-tool.ts';
import { zodOf } from './zod-of.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool as `tools/list` shows it: MCP 2025-11-25, "Tool". */
export interface DescribedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** Left out if results carry no `structuredContent`. */
  readonly outputSchema?: JsonSchema;
  readonly annotations: object;
}

interface InputOf {
  readonly arguments: Schema;
}

/** Describes a tool; without an `outputSchema` if its results carry no `structuredContent`. */
export function describeTool(
  { name, title, description, annotations, arguments: args }: Omit<DescribedTool, 'inputSchema'> & InputOf,
  outputSchema: JsonSchema | undefined,
): DescribedTool {
  const output = outputSchema === undefined ? {} : { outputSchema };
  return { name, title, description, inputSchema: toJsonSchema(args, 'input'), ...output, annotations };
}

/** Describes a tool that the launcher and the worker share. */
export function describeSharedTool(tool: SharedTool, structured: boolean): DescribedTool {
  return describeTool(tool, structured ? toJsonSchema(tool.result, 'output') : undefined);
}

/** Converts a schema to JSON Schema, without fields that would only cost a model tokens. */
export function toJsonSchema(schema: Schema, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(zodOf(schema), {
    io,
    override: ({ jsonSchema }) => {
      // Removes the maximum that zod gives to an integer without a bound of its own.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return rest;
}
