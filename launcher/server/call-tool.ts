import { withPlainNumbers } from '../../src/json/plain-numbers.ts';
import { invalidParams, type ParamsIssue } from '../../src/mcp/invalid-params.ts';
import type { RequestId } from '../../src/mcp/json-rpc.ts';
import type { RpcError } from '../../src/mcp/rpc-error.ts';
import { validate, validateArguments } from '../../src/mcp/validate.ts';
import { quote } from '../../src/mcp/why-invalid.ts';
import type { EventLog } from '../events/event-log.ts';
import { resolveInside } from '../paths/resolve-inside.ts';
import type { AnyTool } from '../tools/definition.ts';
import type { ToolContext, ToolOutcome } from '../tools/tool.ts';
import type { AccountOptions } from './account.ts';
import { accountedOutput } from './accounted-output.ts';
import type { CallContext } from './call-context.ts';
import { callParams, METHOD, toolNameOf } from './call-params.ts';
import type { ClientView } from './client-view.ts';
import type { ShortenOptions } from './raw-output.ts';
import { startRequestLife } from './request-life.ts';
import { type CallToolResult, toAnswer } from './tool-result.ts';

export interface CallToolOptions extends ShortenOptions, AccountOptions {
  readonly tools: readonly AnyTool[];
  readonly root: string;
  readonly env: ToolContext['env'];
  readonly instructions?: ToolContext['instructions'];
  readonly log: EventLog;
  readonly newRequestId: () => string;
}

/** Above it a response weighs on its reader (seed 2, principle 2), in bytes. */
const LARGE_BYTES = 10_240;
type Failure = Extract<ToolOutcome<object, string>, { ok: false }>;

/**
 * `tools/call`, start to end: the only file that knows the order. Validate, execute, prune, answer; each step of seed 1,
 * section 2, with its events. Throws `RpcError` for params that do not fit and the signal's reason when cancelled.
 */
export async function callTool(
  options: CallToolOptions,
  params: unknown,
  context: CallContext,
  client: ClientView,
): Promise<CallToolResult> {
  const requestId = options.newRequestId();
  const log: EventLog = (level, event, data) => options.log(level, event, data, requestId);
  const life = startRequestLife(log);
  const named = toolNameOf(params);
  try {
    log('info', 'tool.request_received', { tool: named });
    life.enter('req:validating');
    const { tool, args, progress } = checkParams(options, params, (error) => {
      life.enter('req:invalid_request');
      log('warn', 'tool.request_invalid', { tool: named, message: describe(error) });
    });

    life.enter('req:executing_tool');
    log('info', 'tool.exec_start', { tool: tool.name });
    const start = options.prune.now();
    const outcome = await tool.execute(args, {
      root: options.root,
      env: options.env,
      instructions: options.instructions,
      signal: context.signal,
      reportProgress: progressReporter(context, progress),
    });
    const duration = Math.round(options.prune.now() - start);
    const output = {
      answer: toAnswer(tool, outcome),
      prunable: outcome.ok ? outcome.prunable : undefined,
      question: tool.questionOf(args),
      ...{ client, signal: context.signal, log },
    };
    if (!outcome.ok) {
      life.enter('req:tool_error');
      logFailure(log, tool.name, outcome, duration);
      // The request's life ends here, whatever is made of what had been printed.
      const { result, account } = await accountedOutput(options, { ...output, enter: () => {} });
      context.onWritten(account);
      return result;
    }

    life.enter('req:raw_output_ready');
    const bytes = Buffer.byteLength(outcome.prunable.text);
    log('info', 'tool.exec_ok', { tool: tool.name, duration_ms: duration, bytes });
    const { result, pruning, account } = await accountedOutput(options, { ...output, enter: life.enter });
    context.onWritten((error, bytes) => {
      if (bytes > LARGE_BYTES) log('warn', 'response.large', { tool: tool.name, bytes });
      if (error === undefined) {
        life.enter('req:responded');
        log('info', 'tool.respond_ok', { tool: tool.name, mode: pruning.applied ? 'pruned' : 'raw' });
      } else {
        life.enter('req:internal_error');
        log('error', 'tool.respond_failed', { tool: tool.name, message: error.message });
      }
      account();
    });
    return result;
  } catch (error) {
    if (life.state !== 'req:invalid_request' && !context.signal.aborted) {
      life.enter('req:internal_error');
      const stack = error instanceof Error ? error.stack : String(error);
      log('error', 'tool.internal_error', { tool: named, stack });
    }
    throw error;
  }
}

interface CheckedParams {
  readonly tool: AnyTool;
  readonly args: object;
  readonly progress: RequestId | undefined;
}

/** Everything synchronous that can be wrong, told at once; throws the `RpcError` after `onInvalid` saw it. */
function checkParams(
  { tools, root }: CallToolOptions,
  params: unknown,
  onInvalid: (error: RpcError) => void,
): CheckedParams {
  const refuse = (issues: readonly ParamsIssue[], advice?: string): never => {
    const error = invalidParams(METHOD, toolNameOf(params), issues, advice);
    onInvalid(error);
    throw error;
  };
  const call = validate(callParams, params);
  if (!call.ok) return refuse(call.issues, call.why);
  const tool = tools.find(({ name }) => name === call.value.name);
  if (tool === undefined) {
    const names = tools.map(({ name }) => name).join(', ');
    return refuse(
      [{ path: 'name', code: 'invalid_value' }],
      `there is no tool ${quote(call.value.name)}: of our own there are ${names}`,
    );
  }
  const given = withPlainNumbers(call.value.arguments ?? {});
  const args = validateArguments(tool.arguments, given);
  if (!args.ok) return refuse(args.issues, args.why);
  const outside = tool.pathsOf(args.value).filter(([, given]) => resolveInside(root, given) === undefined);
  if (outside.length > 0) {
    const words = outside.map(([path, one]) => `${quote(path)} is ${quote(one)}: allowed is a path inside the root`);
    refuse(
      outside.map(([path]) => ({ path: `arguments.${path}`, code: 'custom' })),
      words.join('; '),
    );
  }
  return { tool, args: args.value, progress: call.value._meta?.progressToken };
}

function describe(error: RpcError): string {
  const { issues } = error.data as { issues: readonly ParamsIssue[] };
  return `Invalid params: ${issues.map(({ path, code }) => `${path} ${code}`).join(', ')}`;
}

function progressReporter(context: CallContext, token: RequestId | undefined): ToolContext['reportProgress'] {
  if (token === undefined) return () => {};
  return (progress, message) => {
    if (!context.signal.aborted) context.notify('notifications/progress', { progressToken: token, progress, message });
  };
}

function logFailure(log: EventLog, tool: string, { error, timeoutMs }: Failure, duration: number): void {
  const { code, message, exit_code } = error;
  if (timeoutMs !== undefined) log('warn', 'tool.exec_timeout', { tool, timeout_ms: timeoutMs });
  // What a search engine complains of quotes the pattern.
  const said = code === 'rg_error' ? {} : { message };
  log('warn', 'tool.exec_failed', { tool, code, ...said, exit_code, duration_ms: duration });
}
