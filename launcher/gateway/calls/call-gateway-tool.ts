import { invalidParams } from '../../../src/mcp/invalid-params.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { CallContext } from '../../server/call-context.ts';
import { METHOD } from '../../server/call-params.ts';
import { startRequestLife } from '../../server/request-life.ts';
import type { OfferedTool } from '../catalog/offered-tool.ts';
import type { ServerConnection } from '../connection/server-connection.ts';
import { answerCall } from './answer-call.ts';
import { checkCall } from './check-call.ts';
import { forwardCall } from './forward-call.ts';
import type { GatewayCallOptions } from './gateway-call-options.ts';
import type { GatewayResult } from './gateway-result.ts';

/** A tool, and the way to it. */
export interface GatewayCall {
  readonly offered: OfferedTool;
  readonly connection: ServerConnection;
}

/**
 * `tools/call` of another server's tool, start to end: check, forward, prune, fit, answer. What a server fails at is a
 * tool error; its own JSON-RPC errors are handed on as they are. Throws an `RpcError`, or the signal's reason when
 * cancelled.
 */
export async function callGatewayTool(
  options: GatewayCallOptions,
  { offered, connection }: GatewayCall,
  params: unknown,
  context: CallContext,
  structured: boolean,
): Promise<GatewayResult> {
  const { name: tool } = offered;
  const requestId = options.newRequestId();
  const log: EventLog = (level, event, data) => options.log(level, event, data, requestId);
  const life = startRequestLife(log);
  log('info', 'tool.request_received', { tool });
  life.enter('req:validating');
  const checked = checkCall(offered, params);
  if (!checked.ok) {
    life.enter('req:invalid_request');
    log('warn', 'tool.request_invalid', { tool, message: checked.issues.map(({ path }) => path).join(', ') });
    throw invalidParams(METHOD, tool, checked.issues, checked.why);
  }

  life.enter('req:executing_tool');
  log('info', 'tool.exec_start', { tool });
  const forwarded = await forwardCall(checked, { offered, connection, context, log, now: options.prune.now });
  if (!forwarded.ok) {
    life.enter('req:tool_error');
    return forwarded.told;
  }
  const { question } = checked;
  return await answerCall(options, { offered, question, answer: forwarded.answer, context, structured, life, log });
}
