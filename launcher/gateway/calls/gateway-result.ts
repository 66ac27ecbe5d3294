import { isJsonObject } from '../connection/is-json-object.ts';
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

/**
 * Reads a server's answer to `tools/call`; without blocks it has none, and a field that is `null` is not there (some
 * libraries write all that they know). Throws an `MCPToolError`.
 */
export function toGatewayResult(server: string, tool: string, answer: JsonObject): GatewayResult {
  const given = NULLABLE.some((field) => answer[field] === null) ? withoutNull(answer) : answer;
  const { content = [], structuredContent, _meta } = given;
  const sound =
    Array.isArray(content) &&
    content.every(isJsonObject) &&
    (structuredContent === undefined || isJsonObject(structuredContent)) &&
    (_meta === undefined || isJsonObject(_meta));
  if (sound) return (given['content'] === undefined ? { ...given, content } : given) as GatewayResult;
  const message = `cannot read what "${server}" answered to "${tool}": allowed is an MCP tool result`;
  throw new MCPToolError('invalid_result', message, { server });
}

const NULLABLE = ['content', 'structuredContent', 'isError', '_meta'];

function withoutNull(answer: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(answer).filter(([field, one]) => one !== null || !NULLABLE.includes(field)));
}
