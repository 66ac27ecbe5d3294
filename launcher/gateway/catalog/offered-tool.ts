import type { ServerConfig } from '../config/server-config.ts';
import type { JsonObject } from '../connection/server-connection.ts';
import { withFocus } from './focus-schema.ts';
import type { GatewayNames } from './gateway-names.ts';
import type { PreparedTool } from './prepare-tools.ts';
import type { ListedTool } from './shown-tools.ts';

/** A server's tool as it is offered here. */
export interface OfferedTool {
  /** Here. */
  readonly name: string;
  readonly server: string;
  /** As the server has it, with its own name; said of it is what the configuration says. */
  readonly tool: PreparedTool;
  /** Whether its answers are held to the response contract. */
  readonly shape: boolean;
  /** The arguments with the question among them; undefined where the tool does not take it from us. */
  readonly focused: JsonObject | undefined;
}

export function offerTool(
  server: string,
  { focus, shape, tools = {} }: ServerConfig,
  own: PreparedTool,
  names: GatewayNames,
): OfferedTool {
  const { name: shown, ...said } = (Object.hasOwn(tools, own.name) ? tools[own.name] : undefined) ?? {};
  const name = names.nameOf({ server, name: own.name }, shown);
  const annotations = said.annotations && {
    annotations: { ...(own['annotations'] as JsonObject), ...said.annotations },
  };
  const tool: PreparedTool = { ...own, ...said, ...annotations };
  return { name, server, tool, shape, focused: focus ? withFocus(tool.inputSchema) : undefined };
}

/** The tool as it is listed, all but its name and the question as its server said. */
export function listOffered({ name, tool, shape, focused }: OfferedTool): ListedTool {
  const { outputSchema, ...rest } = tool;
  return {
    tool: {
      ...rest,
      name,
      inputSchema: focused ?? tool.inputSchema,
      ...(outputSchema !== undefined && { outputSchema }),
    },
    untouched: !shape && focused === undefined,
  };
}

/** Whether a call may be sent twice: MCP 2025-11-25, "ToolAnnotations". */
export function isRepeatable({ tool }: OfferedTool): boolean {
  const annotations = tool['annotations'] as JsonObject | undefined;
  return annotations?.['readOnlyHint'] === true || annotations?.['idempotentHint'] === true;
}
