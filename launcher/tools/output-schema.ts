import * as z from 'zod/mini';
import { type JsonSchema, toJsonSchema } from '../../src/mcp/describe-tool.ts';
import type { AnyTool } from './definition.ts';
import { pruningMetadataSchema, shapedSchema } from './pruning-metadata-schema.ts';

/**
 * Returns the output schema of one of our tools. Its root has type `object`, as MCP requires, and it accepts both results and tool errors.
 */
export function outputSchemaOf(tool: AnyTool): JsonSchema {
  const { success, error } = tool.outputSchemas();
  const pruning = {
    folder: z.optional(z.string()),
    warnings: z.optional(z.array(z.string())),
    pruning: pruningMetadataSchema(),
    shaped: z.optional(shapedSchema()),
  };
  return {
    type: 'object',
    anyOf: [toJsonSchema(z.extend(success, pruning), 'input'), toJsonSchema(z.extend(error, pruning), 'input')],
  };
}
