import * as z from 'zod/mini';
import type { SharedTool } from './shared-tool.ts';

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

/** Describes a tool that shapes its own results. */
export function describeSharedTool(tool: SharedTool, structured: boolean): DescribedTool {
  const { name, title, description, annotations } = tool;
  const outputSchema = structured ? { outputSchema: toJsonSchema(tool.result, 'output') } : {};
  return { name, title, description, inputSchema: toJsonSchema(tool.arguments, 'input'), ...outputSchema, annotations };
}

/** Converts a schema to JSON Schema, without what would only cost a model tokens. */
export function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      // An integer without a bound of its own.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return rest;
}
