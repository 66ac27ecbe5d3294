import type { JsonObject } from '../connection/server-connection.ts';
import { MCPToolError } from '../errors.ts';
import type { Block } from './text-slots.ts';

/** An MCP tool result as a server sent it: what is not named here is kept as it is. */
export interface GatewayResult extends JsonObject {
  readonly content: readonly Block[];
  readonly structuredContent?: JsonObject;
  readonly isError?: boolean;
  readonly _meta?: JsonObject;
}

/** Reads a server's answer to `tools/call`; without blocks it has none. Throws an `MCPToolError`. */
export function toGatewayResult(server: string, tool: string, answer: JsonObject): GatewayResult {
  const { content = [], structuredContent, _meta } = answer;
  const sound =
    Array.isArray(content) &&
    content.every(isObject) &&
    (structuredContent === undefined || isObject(structuredContent)) &&
    (_meta === undefined || isObject(_meta));
  if (sound) return (answer['content'] === undefined ? { ...answer, content } : answer) as GatewayResult;
  const message = `cannot read what "${server}" answered to "${tool}": allowed is an MCP tool result`;
  throw new MCPToolError('invalid_result', message, { server });
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
