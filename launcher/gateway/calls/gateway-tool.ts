import type { AnyToolResult } from '../../../src/fit/result/any-tool-result.ts';
import type { CallableTool } from '../../../src/mcp/calls/callable-tool.ts';
import { skipped } from '../../tools/pruning-metadata.ts';
import type { OfferedTool } from '../catalog/offered-tool.ts';
import type { ServerConnection } from '../upstream/connection/server-connection.ts';
import { type CheckedCall, checkCall } from './check-call.ts';
import { type Forwarded, forwardCall } from './forward-call.ts';
import type { GatewayCallOptions } from './gateway-call-options.ts';
import { shortenAnswer, toAnswerFault } from './shorten-answer.ts';

/** A tool of another server, and the connection to that server. */
export interface GatewayCall {
  readonly offered: OfferedTool;
  readonly connection: ServerConnection;
}

/**
 * Wraps another server's tool. Failures of the server become tool errors; its own JSON-RPC errors are passed on
 * unchanged.
 */
export function gatewayTool(
  options: GatewayCallOptions,
  { offered, connection }: GatewayCall,
  structured: boolean,
): CallableTool<CheckedCall, Forwarded, AnyToolResult> {
  return {
    name: offered.name,
    check(params) {
      const checked = checkCall(offered, params);
      return checked.ok ? { ok: true, args: checked } : checked;
    },
    async execute(checked, { context, log }) {
      const output = await forwardCall(checked, { offered, connection, context, log, now: options.prune.now });
      return output.ok ? { output, facts: { bytes: output.bytes } } : { output, failure: output.fault };
    },
    async shorten(output, { args: { question }, ...run }) {
      if (output.ok)
        return await shortenAnswer(options, { ...run, offered, question, answer: output.answer, structured });
      return { result: output.told, pruning: skipped('tool_error', 0), recordSavings: () => {} };
    },
    toFault: (error) => toAnswerFault(offered, error),
  };
}
