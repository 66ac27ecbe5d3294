import { invalidParams } from '../../../src/mcp/invalid-params.ts';
import { DEFAULT_LIMITS } from '../../../src/shaping/limits.ts';
import { RESULT_META } from '../../../src/shaping/tool-result.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { PruneStage } from '../../pruning/prune-output.ts';
import type { CallContext } from '../../server/call-context.ts';
import { METHOD } from '../../server/call-params.ts';
import { type RequestLife, startRequestLife } from '../../server/request-life.ts';
import type { KeepOptions } from '../../server/respond.ts';
import type { OfferedTool } from '../catalog/offered-tool.ts';
import type { ServerConnection } from '../connection/server-connection.ts';
import { MCPToolError } from '../errors.ts';
import { type CheckedCall, checkCall } from './check-call.ts';
import { toFailedCall } from './failed-call.ts';
import { forwardCall } from './forward-call.ts';
import type { GatewayResult } from './gateway-result.ts';
import { pruneResult } from './prune-result.ts';
import { withStructuredAsText } from './structured-as-text.ts';
import { withinContract } from './within-contract.ts';

export interface GatewayCallOptions extends KeepOptions {
  readonly prune: PruneStage;
  readonly log: EventLog;
  readonly newRequestId: () => string;
}

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
    throw invalidParams(METHOD, tool, checked.issues);
  }

  life.enter('req:executing_tool');
  log('info', 'tool.exec_start', { tool });
  const forwarded = await forwardCall(checked, { offered, connection, context, log, now: options.prune.now });
  if (!forwarded.ok) {
    life.enter('req:tool_error');
    return forwarded.told;
  }
  try {
    life.enter('req:raw_output_ready');
    return await answerCall(options, { offered, checked, answer: forwarded.answer, context, structured, life, log });
  } catch (error) {
    if (context.signal.aborted) throw error;
    life.enter('req:internal_error');
    log('error', 'tool.internal_error', { tool, stack: error instanceof Error ? error.stack : String(error) });
    // What is nested so deep can be read and not be written.
    if (error instanceof RangeError) return toFailedCall(offered, tooDeep(offered, error));
    throw error;
  }
}

interface AnsweredCall {
  readonly offered: OfferedTool;
  readonly checked: CheckedCall;
  readonly answer: GatewayResult;
  readonly context: CallContext;
  readonly structured: boolean;
  readonly life: RequestLife;
  readonly log: EventLog;
}

/** Prunes what a server answered, and fits it. */
async function answerCall(options: GatewayCallOptions, call: AnsweredCall): Promise<GatewayResult> {
  const { offered, answer, context, structured, life, log } = call;
  const { name: tool } = offered;
  const { question } = call.checked;
  life.enter('req:prune_check');
  const maxBytes = options.maxResponseBytes ?? DEFAULT_LIMITS.maxBytes;
  // Clients that show the model structured content in its place are given the pruned text alone.
  const raw = question === undefined || structured ? answer : withStructuredAsText(answer);
  const most = offered.shape ? maxBytes : undefined;
  const { signal } = context;
  const { pruning, ...pruned } = await pruneResult(raw, { ...options, tool, question, maxBytes: most, signal, log });
  if (pruning.attempted) life.enter('req:calling_pruner');
  if (pruning.fallback) life.enter('req:pruner_error_fallback');
  const given = withPruning(pruning.applied ? pruned.result : answer, question, pruning);
  const { artifacts } = options;
  const result = offered.shape
    ? await withinContract(given, { offered, artifacts, maxBytes, structured, question, kept: pruned.kept, log })
    : given;
  life.enter(pruning.applied ? 'req:respond_pruned' : 'req:respond_raw');
  context.onWritten((error, bytes) => {
    life.enter(error === undefined ? 'req:responded' : 'req:internal_error');
    if (error !== undefined) log('error', 'tool.respond_failed', { tool, message: error.message });
    else log('info', 'tool.respond_ok', { tool, mode: pruning.applied ? 'pruned' : 'raw', bytes });
  });
  return result;
}

function tooDeep({ server, tool }: OfferedTool, cause: RangeError): MCPToolError {
  const message = `cannot write what ${JSON.stringify(server)} answered to ${JSON.stringify(tool.name)}: allowed is JSON that is nested less deep`;
  return new MCPToolError('invalid_result', message, { server, cause });
}

/** An answer without a question is handed on as the server gave it. */
function withPruning(result: GatewayResult, question: string | undefined, pruning: object): GatewayResult {
  if (question === undefined) return result;
  return { ...result, _meta: { ...result._meta, [RESULT_META]: { pruning } } };
}
