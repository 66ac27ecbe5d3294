import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { isJsonObject } from '../../../src/base/json/json-object.ts';
import type { AnyToolResult } from '../../../src/fit/result/any-tool-result.ts';
import { MCPToolError } from '../config/server-errors.ts';

/**
 * Parses a server's answer to `tools/call`. Missing content becomes an empty list, and fields that are `null` are
 * dropped, because some libraries write all known fields. Throws an `MCPToolError`.
 */
export function toGatewayResult(server: string, tool: string, answer: JsonObject): AnyToolResult {
  const given = NULLABLE.some((field) => answer[field] === null) ? withoutNull(answer) : answer;
  const { content = [], _meta } = given;
  const sound = Array.isArray(content) && content.every(isJsonObject) && (_meta === undefined || isJsonObject(_meta));
  if (sound) return (given['content'] === undefined ? { ...given, content } : given) as AnyToolResult;
  const message = `cannot read the answer of server "${server}" to "${tool}": expected an MCP tool result`;
  throw new MCPToolError('invalid_result', message, { server });
}

const NULLABLE = ['content', 'structuredContent', 'isError', '_meta'];

function withoutNull(answer: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(answer).filter(([field, one]) => one !== null || !NULLABLE.includes(field)));
}
