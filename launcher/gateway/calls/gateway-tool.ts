import { skipped } from '../../pruning/metadata.ts';
import type { CallableTool } from '../../server/callable-tool.ts';
import type { OfferedTool } from '../catalog/offered-tool.ts';
import type { ServerConnection } from '../connection/server-connection.ts';
import { type CheckedCall, checkCall } from './check-call.ts';
import { type Forwarded, forwardCall } from './forward-call.ts';
import type { GatewayCallOptions } from './gateway-call-options.ts';
import type { GatewayResult } from './gateway-result.ts';
import { shortenAnswer, toAnswerFault } from './shorten-answer.ts';

/** A tool, and the way to it. */
export interface GatewayCall {
  readonly offered: OfferedTool;
  readonly connection: ServerConnection;
}

/**
 * Another server's tool. What the server fails at is a tool error; its own JSON-RPC errors are handed on as they are.
 */
export function gatewayTool(
  options: GatewayCallOptions,
  { offered, connection }: GatewayCall,
  structured: boolean,
): CallableTool<CheckedCall, Forwarded, GatewayResult> {
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
