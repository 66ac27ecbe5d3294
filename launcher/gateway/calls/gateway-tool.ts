import { writeJson } from '../../../src/base/json/json-number.ts';
import type { AnyToolResult } from '../../../src/fit/result/any-tool-result.ts';
import { RESULT_META } from '../../../src/mcp/tool-result.ts';
import { cutToChars } from '../../../src/text/cut-text.ts';
import type { CallableTool } from '../../../src/tools/call/call-tool.ts';
import { compileChecks } from '../catalog/compile-schema.ts';
import type { OfferedTool } from '../catalog/offered-tool.ts';
import { givenSchemaOf } from '../catalog/readable-tool.ts';
import type { ServerConnection } from '../upstream/connection/server-connection.ts';
import { type CheckedCall, checkGatewayCall } from './check-call.ts';
import { forwardCall } from './forward-call.ts';
import type { GatewayCallOptions } from './gateway-call-options.ts';
import { serverOutput, toAnswerFault } from './server-output.ts';
import { withoutDeepPart } from './without-deep-part.ts';

/** Max UTF-16 units of a schema in a result. */
const SCHEMA_CHARS = 2000;

/**
 * Checks arguments against the server's own schema if agents were shown a simpler one, which accepts more. Returns an
 * error result if they do not fit. Undefined if they fit, or if the check is not possible.
 */
async function unfitArguments({ name, server, tool }: OfferedTool, args: unknown): Promise<AnyToolResult | undefined> {
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

/** A tool of another server, and the connection to that server. */
export interface GatewayCall {
  readonly offered: OfferedTool;
  readonly connection: ServerConnection;
}

/**
 * Makes another server's tool callable. Failures of the server become tool errors; its own JSON-RPC errors are passed
 * on unchanged.
 */
export function gatewayTool(
  { shortening, maxResponseBytes, timers, say }: GatewayCallOptions,
  { offered, connection }: GatewayCall,
): CallableTool<CheckedCall, AnyToolResult> {
  return {
    name: offered.name,
    check(params) {
      const checked = checkGatewayCall(offered, params);
      return checked.ok ? { ok: true, args: checked } : checked;
    },
    async execute(checked, { context, client, log }) {
      const unfit = await unfitArguments(offered, checked.forwarded['arguments']);
      if (unfit !== undefined) return { result: unfit, failure: { code: 'invalid_arguments' } };
      const { now } = shortening.prune;
      const forwarded = await forwardCall(checked, { offered, connection, context, log, timers, say, now });
      if (!forwarded.ok) return { result: forwarded.told, failure: forwarded.fault };
      const { bytes } = forwarded;
      const answer = withoutDeepPart(forwarded.answer, offered);
      const { structured } = client;
      const wanted = { question: checked.question };
      const of = serverOutput({ offered, answer, wanted, structured, maxResponseBytes, log });
      return { output: { of, wanted }, facts: { bytes } };
    },
    toFault: (error) => toAnswerFault(offered, error),
  };
}
