import { writeJson } from '../../../src/base/json/json-number.ts';
import type { AnyToolResult } from '../../../src/fit/result/any-tool-result.ts';
import { RESULT_META } from '../../../src/mcp/tool-result.ts';
import { cutToChars } from '../../../src/text/cut-text.ts';
import { compileChecks } from '../catalog/compile-schema.ts';
import type { OfferedTool } from '../catalog/offered-tool.ts';
import { givenSchemaOf } from '../catalog/readable-tool.ts';

/** Max UTF-16 units of a schema in a result. */
const SCHEMA_CHARS = 2000;

/**
 * Checks arguments against the server's own schema if agents were shown a simpler one, which accepts more. Returns an
 * error result if they do not fit. Undefined if they fit, or if the check is not possible.
 */
export async function unfitArguments(
  { name, server, tool }: OfferedTool,
  args: unknown,
): Promise<AnyToolResult | undefined> {
  const given = givenSchemaOf(tool.inputSchema);
  const checks = given && (await compileChecks(given));
  if (given === undefined || checks?.(args as Parameters<typeof checks>[0]) !== false) return undefined;
  const schema = cutToChars(writeJson(given), SCHEMA_CHARS);
  const message = `cannot call ${JSON.stringify(tool.name)}: its arguments do not fit the schema of its server`;
  return {
    content: [{ type: 'text', text: `[invalid_arguments: ${message}]\nIt was not called. Expected: ${schema}` }],
    isError: true,
    _meta: { [RESULT_META]: { tool: name, server, error: { code: 'invalid_arguments', message } } },
  };
}
