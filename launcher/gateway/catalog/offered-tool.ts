import type { ServerConfig } from '../config/server-config.ts';
import type { JsonObject } from '../connection/server-connection.ts';
import { withFocus } from './focus-schema.ts';
import type { GatewayNames } from './gateway-names.ts';
import type { PreparedTool } from './prepare-tools.ts';

/** A server's tool as it is offered here. */
export interface OfferedTool {
  /** Here. */
  readonly name: string;
  readonly server: string;
  /** As the server has it, with its own name. */
  readonly tool: PreparedTool;
  /** Whether its answers are held to the response contract. */
  readonly shape: boolean;
  /** The arguments with the question among them; undefined where the tool does not take it from us. */
  readonly focused: JsonObject | undefined;
}

export function offerTool(
  server: string,
  { focus, shape }: ServerConfig,
  tool: PreparedTool,
  names: GatewayNames,
): OfferedTool {
  const name = names.nameOf({ server, name: tool.name });
  return { name, server, tool, shape, focused: focus ? withFocus(tool.inputSchema) : undefined };
}

/**
 * The tool as `tools/list` shows it, all else as its server said. Without structured results there is no `outputSchema`:
 * their clients would insist on a `structuredContent` that they then show the model in place of the pruned text.
 */
export function describeOffered({ name, tool, focused }: OfferedTool, structured: boolean): JsonObject {
  const { outputSchema, ...rest } = tool;
  return {
    ...rest,
    name,
    inputSchema: focused ?? tool.inputSchema,
    ...(structured && outputSchema !== undefined && { outputSchema }),
  };
}

/** Whether a call may be sent twice: MCP 2025-11-25, "ToolAnnotations". */
export function isRepeatable({ tool }: OfferedTool): boolean {
  const annotations = tool['annotations'] as JsonObject | undefined;
  return annotations?.['readOnlyHint'] === true || annotations?.['idempotentHint'] === true;
}
