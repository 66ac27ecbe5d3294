import * as z from 'zod/mini';
import { type DescribedTool, type JsonSchema, toJsonSchema } from '../../src/mcp/describe-tool.ts';
import type { AnyTool } from './definition.ts';
import { pruningMetadataSchema, shapedSchema } from './pruning-metadata-schema.ts';

/** Describes a tool for `tools/list`. `outputSchema` is absent if results have no `structuredContent`. */
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

/**
 * Returns the output schema. Its root has type `object`, as MCP requires, and it accepts both results and tool errors.
 */
function outputSchemaOf(tool: AnyTool): JsonSchema {
  const { success, error } = tool.outputSchemas();
  const pruning = { pruning: pruningMetadataSchema(), shaped: z.optional(shapedSchema()) };
  return {
    type: 'object',
    anyOf: [toJsonSchema(z.extend(success, pruning), 'input'), toJsonSchema(z.extend(error, pruning), 'input')],
  };
}
