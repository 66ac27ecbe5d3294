import { invalidParams, type ParamsIssue } from '../../../src/mcp/invalid-params.ts';
import { validate } from '../../../src/mcp/validate.ts';
import { DEFAULT_LIMITS } from '../../../src/shaping/limits.ts';
import { RESULT_META } from '../../../src/shaping/tool-result.ts';
import { keepText } from '../../artifacts/keep-text.ts';
import type { EventLog } from '../../events/event-log.ts';
import type { PruneStage } from '../../pruning/prune-output.ts';
import type { CallContext } from '../../server/call-context.ts';
import { type CallParams, callParams, METHOD } from '../../server/call-params.ts';
import { startRequestLife } from '../../server/request-life.ts';
import type { KeepOptions } from '../../server/respond.ts';
import { focusQuestion } from '../../tools/common-arguments.ts';
import { compileSchema } from '../catalog/compile-schema.ts';
import { FOCUS } from '../catalog/focus-schema.ts';
import { isRepeatable, type OfferedTool } from '../catalog/offered-tool.ts';
import type { JsonObject, ServerConnection } from '../connection/server-connection.ts';
import { toFailedCall } from './failed-call.ts';
import { fitGatewayResult } from './fit-gateway-result.ts';
import { type GatewayResult, toGatewayResult } from './gateway-result.ts';
import { pruneResult } from './prune-result.ts';
import { withStructuredAsText } from './structured-as-text.ts';
import { textSlots } from './text-slots.ts';

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
 * `tools/call` of another server's tool, start to end: forward, prune, fit, answer. What a server fails at is a tool
 * error; its own JSON-RPC errors are handed on as they are. Throws an `RpcError`, or the signal's reason when cancelled.
 */
export async function callGatewayTool(
  options: GatewayCallOptions,
  call: GatewayCall,
  params: unknown,
  context: CallContext,
  structured: boolean,
): Promise<GatewayResult> {
  const { offered, connection } = call;
  const { name, server } = offered;
  const requestId = options.newRequestId();
  const log: EventLog = (level, event, data) => options.log(level, event, data, requestId);
  const life = startRequestLife(log);
  log('info', 'tool.request_received', { tool: name });
  life.enter('req:validating');
  const checked = checkCall(offered, params);
  if (!checked.ok) {
    life.enter('req:invalid_request');
    log('warn', 'tool.request_invalid', { tool: name, message: checked.issues.map(({ path }) => path).join(', ') });
    throw invalidParams(METHOD, name, checked.issues);
  }
  const { question, forwarded, token } = checked;

  life.enter('req:executing_tool');
  log('info', 'tool.exec_start', { tool: name });
  const start = options.prune.now();
  let answer: GatewayResult;
  try {
    const received = await connection.request(METHOD, forwarded, {
      signal: context.signal,
      repeatable: isRepeatable(offered),
      onProgress: (progress) => {
        if (token !== undefined && !context.signal.aborted) {
          context.notify('notifications/progress', { ...progress, progressToken: token });
        }
      },
    });
    answer = toGatewayResult(server, offered.tool.name, received);
  } catch (error) {
    if (context.signal.aborted) throw error;
    const duration = Math.round(options.prune.now() - start);
    life.enter('req:tool_error');
    const { code, message } = error as { readonly code?: unknown; readonly message?: string };
    log('warn', 'gateway.call_failed', { server, tool: offered.tool.name, code, message, duration_ms: duration });
    return toFailedCall(offered, error);
  }
  const duration = Math.round(options.prune.now() - start);
  const bytes = textSlots(answer.content).reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  const facts = { server, tool: offered.tool.name, duration_ms: duration, bytes, is_error: answer.isError };
  log('info', 'gateway.call_ok', facts);

  life.enter('req:raw_output_ready');
  life.enter('req:prune_check');
  const maxBytes = options.maxResponseBytes ?? DEFAULT_LIMITS.maxBytes;
  // Clients that show the model structured content in its place are given the pruned text alone.
  const raw = question === undefined || structured ? answer : withStructuredAsText(answer);
  const most = offered.shape ? maxBytes : undefined;
  const asked = { tool: name, question, maxBytes: most, signal: context.signal, log };
  const pruned = await pruneResult(raw, { ...options, ...asked });
  if (pruned.pruning.attempted) life.enter('req:calling_pruner');
  if (pruned.pruning.fallback) life.enter('req:pruner_error_fallback');
  const { applied } = pruned.pruning;
  let result = withPruning(applied ? pruned.result : answer, question, pruned.pruning);
  life.enter(applied ? 'req:respond_pruned' : 'req:respond_raw');
  if (offered.shape) {
    const { artifacts } = options;
    const outputSchema = offered.tool['outputSchema'] as JsonObject | undefined;
    const fitted = await fitGatewayResult(result, {
      maxBytes,
      structured,
      tool: name,
      question,
      fits: outputSchema === undefined || !structured ? undefined : await compileSchema(outputSchema),
      kept: pruned.kept,
      keep: async (text) =>
        artifacts === undefined ? { artifact_error: 'failed' } : keepText(artifacts, name, text, log),
    });
    result = fitted.result;
    if (fitted.shaped !== undefined) {
      const { before, after, artifact } = fitted.shaped;
      log('info', 'response.shaped', { tool: name, bytes_before: before, bytes_after: after, artifact });
    }
  }
  context.onWritten((error, bytes) => {
    life.enter(error === undefined ? 'req:responded' : 'req:internal_error');
    if (error === undefined) log('info', 'tool.respond_ok', { tool: name, mode: applied ? 'pruned' : 'raw', bytes });
    else log('error', 'tool.respond_failed', { tool: name, message: error.message });
  });
  return result;
}

type CheckedCall =
  | { readonly ok: false; readonly issues: readonly ParamsIssue[] }
  | {
      readonly ok: true;
      readonly question: string | undefined;
      /** Params for the server: its own name, without the question, and `_meta` without our client's token. */
      readonly forwarded: JsonObject;
      readonly token: string | number | undefined;
    };

function checkCall({ tool, focused }: OfferedTool, params: unknown): CheckedCall {
  const call = validate(callParams, params);
  if (!call.ok) return call;
  const { arguments: args = {}, _meta, ...rest } = call.value as CallParams & { readonly _meta?: JsonObject };
  const { progressToken, ...meta } = _meta ?? {};
  const { [FOCUS]: asked, ...others } = args;
  const question = focused === undefined ? undefined : validate(focusQuestion, asked, ['arguments', FOCUS]);
  if (question?.ok === false) return question;
  const forwarded = {
    ...rest,
    name: tool.name,
    arguments: focused === undefined ? args : others,
    ...(Object.keys(meta).length > 0 && { _meta: meta }),
  };
  return { ok: true, question: question?.value, forwarded, token: progressToken as string | number | undefined };
}

/** An answer without a question is handed on as the server gave it. */
function withPruning(result: GatewayResult, question: string | undefined, pruning: object): GatewayResult {
  if (question === undefined) return result;
  return { ...result, _meta: { ...result._meta, [RESULT_META]: { pruning } } };
}
