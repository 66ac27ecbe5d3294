import type { EventLog } from '../../base/events/event-log.ts';
import { invalidParams } from '../invalid-params.ts';
import { RpcError } from '../rpc-error.ts';
import type { CallContext } from './call-context.ts';
import { METHOD } from './call-params.ts';
import type { CallableTool, Refused } from './callable-tool.ts';
import { startRequestLife } from './request-life.ts';

export interface CallToolOptions {
  readonly log: EventLog;
  readonly newRequestId: () => string;
  /** Milliseconds since any fixed time. */
  readonly now: () => number;
}

/** Responses larger than this (bytes) are logged as `response.large`. */
const LARGE_BYTES = 10_240;

/**
 * Runs `tools/call` from start to end, for every kind of tool: our own, those that shape their own results, and those of
 * other servers. The steps are validate, execute, prune and shape, record, answer; each has its state and its events.
 * Throws an `RpcError` for invalid params, and the signal's reason when cancelled.
 */
export async function callTool<Args, Output, Result>(
  { newRequestId, now, ...options }: CallToolOptions,
  tool: CallableTool<Args, Output, Result>,
  params: unknown,
  context: CallContext,
): Promise<Result> {
  const requestId = newRequestId();
  const log: EventLog = (level, event, data) => options.log(level, event, data, requestId);
  const life = startRequestLife(log);
  const { name } = tool;
  try {
    log('info', 'tool.request_received', { tool: name });
    life.enter('req:validating');
    const checked = tool.check(params);
    if (!checked.ok) {
      life.enter('req:invalid_request');
      log('warn', 'tool.request_invalid', { tool: name, message: describe(checked) });
      if (checked.answer !== undefined) {
        const { result, recordSavings } = await checked.answer(context);
        context.onWritten(recordSavings);
        return result;
      }
      throw invalidParams(METHOD, name, checked.issues, checked.why);
    }

    life.enter('req:executing_tool');
    log('info', 'tool.exec_start', { tool: name });
    const start = now();
    const { output, failure, facts } = await tool.execute(checked.args, { context, log });
    const duration = { duration_ms: Math.round(now() - start) };
    if (failure === undefined) log('info', 'tool.exec_ok', { tool: name, ...duration, ...facts });
    else log('warn', 'tool.exec_failed', { tool: name, ...failure, ...duration });

    life.enter(failure === undefined ? 'req:raw_output_ready' : 'req:tool_error');
    // A failed call has reached its last state, even if its output is still pruned.
    const enter = failure === undefined ? life.enter : () => {};
    const { result, pruning, recordSavings } = await tool.shorten(output, { args: checked.args, context, log, enter });
    context.onWritten((error, bytes) => {
      if (failure === undefined) {
        if (bytes > LARGE_BYTES) log('warn', 'response.large', { tool: name, bytes });
        life.enter(error === undefined ? 'req:responded' : 'req:internal_error');
        if (error !== undefined) log('error', 'tool.respond_failed', { tool: name, message: error.message });
        else log('info', 'tool.respond_ok', { tool: name, mode: pruning.applied ? 'pruned' : 'raw' });
      }
      recordSavings();
    });
    return result;
  } catch (error) {
    if (life.state === 'req:invalid_request' || context.signal.aborted) throw error;
    if (error instanceof RpcError && life.state === 'req:executing_tool') {
      life.enter('req:tool_error');
      log('warn', 'tool.exec_failed', { tool: name, code: error.code });
      throw error;
    }
    if (life.state !== 'req:tool_error') life.enter('req:internal_error');
    log('error', 'tool.internal_error', { tool: name, stack: error instanceof Error ? error.stack : String(error) });
    if (tool.toFault === undefined) throw error;
    return tool.toFault(error);
  }
}

function describe({ issues }: Refused<unknown>): string {
  return `Invalid params: ${issues.map(({ path, code }) => `${path} ${code}`).join(', ')}`;
}
