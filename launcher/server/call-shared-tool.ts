import { ArtifactError } from '../../src/artifacts/artifact-error.ts';
import { withPlainNumbers } from '../../src/json/plain-numbers.ts';
import { invalidParams } from '../../src/mcp/invalid-params.ts';
import type { SharedTool } from '../../src/mcp/shared-tool.ts';
import { validate } from '../../src/mcp/validate.ts';
import { RESULT_META } from '../../src/shaping/tool-result.ts';
import type { EventLog } from '../events/event-log.ts';
import type { CallContext } from './call-context.ts';
import { startRequestLife } from './request-life.ts';
import { storeFault } from './store-fault.ts';
import type { CallToolResult } from './tool-result.ts';

export interface SharedCallOptions {
  readonly log: EventLog;
  readonly newRequestId: () => string;
  /** Milliseconds since any fixed point. */
  readonly now: () => number;
}

/**
 * `tools/call` of a tool that shapes its own results: validate, execute, answer, with the events of any other. Throws
 * an `RpcError` for arguments that do not fit and that the tool itself does not refuse, and the signal's reason when
 * cancelled.
 */
export async function callSharedTool(
  { newRequestId, now, ...options }: SharedCallOptions,
  tool: SharedTool,
  given: unknown,
  context: CallContext,
  structured: boolean,
): Promise<CallToolResult> {
  const requestId = newRequestId();
  const log: EventLog = (level, event, data) => options.log(level, event, data, requestId);
  const life = startRequestLife(log);
  log('info', 'tool.request_received', { tool: tool.name });
  life.enter('req:validating');
  const args = validate(tool.arguments, withPlainNumbers(given ?? {}), ['arguments']);
  if (!args.ok) {
    life.enter('req:invalid_request');
    log('warn', 'tool.request_invalid', { tool: tool.name, message: args.issues.map(({ path }) => path).join(', ') });
    if (tool.refuse !== undefined) return await tool.refuse(given ?? {}, { signal: context.signal, structured });
    throw invalidParams('tools/call', tool.name, args.issues, args.why);
  }
  life.enter('req:executing_tool');
  log('info', 'tool.exec_start', { tool: tool.name });
  const start = now();
  try {
    const result = await tool.execute(args.value, { signal: context.signal, structured });
    const duration = Math.round(now() - start);
    if (result.isError === true) {
      life.enter('req:tool_error');
      log('warn', 'tool.exec_failed', { tool: tool.name, code: codeOf(result), duration_ms: duration });
      return result;
    }
    for (const state of ['req:raw_output_ready', 'req:prune_check', 'req:respond_raw'] as const) life.enter(state);
    log('info', 'tool.exec_ok', { tool: tool.name, duration_ms: duration });
    context.onWritten((error) => {
      life.enter(error === undefined ? 'req:responded' : 'req:internal_error');
      if (error === undefined) log('info', 'tool.respond_ok', { tool: tool.name, mode: 'raw' });
      else log('error', 'tool.respond_failed', { tool: tool.name, message: error.message });
    });
    return result;
  } catch (error) {
    if (!context.signal.aborted) {
      life.enter('req:internal_error');
      const stack = error instanceof Error ? error.stack : String(error);
      log('error', 'tool.internal_error', { tool: tool.name, stack });
    }
    throw error instanceof ArtifactError ? storeFault(error) : error;
  }
}

function codeOf({ structuredContent, _meta }: CallToolResult): unknown {
  return ((structuredContent ?? _meta?.[RESULT_META]) as { readonly code?: unknown } | undefined)?.code;
}
