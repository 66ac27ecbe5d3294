import type { AnyToolResult } from '../../../src/fit/result/any-tool-result.ts';
import type { CallableTool } from '../../../src/tools/call/call-tool.ts';
import type { OfferedTool } from '../catalog/offered-tool.ts';
import type { ServerConnection } from '../upstream/connection/server-connection.ts';
import { type CheckedCall, checkGatewayCall } from './check-call.ts';
import { forwardCall } from './forward-call.ts';
import type { GatewayCallOptions } from './gateway-call-options.ts';
import { serverOutput, toAnswerFault } from './server-output.ts';
import { unfitArguments } from './unfit-arguments.ts';

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
      const { answer, bytes } = forwarded;
      const { structured } = client;
      const wanted = { question: checked.question };
      const of = serverOutput({ offered, answer, wanted, structured, maxResponseBytes, log });
      return { output: { of, wanted }, facts: { bytes } };
    },
    toFault: (error) => toAnswerFault(offered, error),
  };
}
