import * as z from 'zod/mini';
import type { SharedTool } from '../../src/mcp/shared-tool.ts';
import { pruningMetadataSchema, shapedSchema } from '../pruning/metadata-schema.ts';
import type { AnyTool, ToolAnnotations } from './definition.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool as `tools/list` shows it: MCP 2025-11-25, "Tool". */
export interface DescribedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations: ToolAnnotations | SharedTool['annotations'];
}

/** `outputSchema` is left out where results carry no `structuredContent`. */
export function describeTool(tool: AnyTool, structured: boolean): DescribedTool {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: toJsonSchema(tool.arguments, 'input'),
    ...(structured ? { outputSchema: outputSchemaOf(tool) } : {}),
    annotations: tool.annotations,
  };
}

/** The same of a tool that shapes its own results. */
export function describeSharedTool(tool: SharedTool, structured: boolean): DescribedTool {
  const { name, title, description, annotations } = tool;
  const outputSchema = structured ? { outputSchema: toJsonSchema(tool.result, 'output') } : {};
  return { name, title, description, inputSchema: toJsonSchema(tool.arguments, 'input'), ...outputSchema, annotations };
}

/** Of type `object` at its root, as MCP asks, and true of results and tool errors alike. */
function outputSchemaOf(tool: AnyTool): JsonSchema {
  const { success, error } = tool.outputSchemas();
  const pruning = { pruning: pruningMetadataSchema(), shaped: z.optional(shapedSchema()) };
  return {
    type: 'object',
    anyOf: [toJsonSchema(z.extend(success, pruning), 'input'), toJsonSchema(z.extend(error, pruning), 'input')],
  };
}

function toJsonSchema(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => {
      // An integer without a bound of its own; the words would only cost tokens.
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return rest;
}
