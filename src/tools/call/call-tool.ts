import type { EventLog } from '../../base/events/event-log.ts';
import { RESPONSE_BYTES } from '../../base/response-bytes.ts';
import type { CallContext } from '../../mcp/calls/call-context.ts';
import { METHOD } from '../../mcp/calls/call-params.ts';
import { invalidParams } from '../../mcp/invalid-params.ts';
import { RpcError } from '../../mcp/rpc-error.ts';
import type { ClientView, Executed, FinalResult, Refused, Tool } from '../../mcp/tool.ts';
import type { CallSide, ShortenOptions, Stages } from '../../shorten/options.ts';
import type { Output, Wanted } from '../../shorten/output.ts';
import type { PruningMetadata } from '../../shorten/pruning-metadata.ts';
import { type Shortened, shorten } from '../../shorten/shorten.ts';

export type RequestStage =
  | 'req:received'
  | 'req:validating'
  | 'req:executing_tool'
  | 'req:raw_output_ready'
  | 'req:prune_check'
  | 'req:calling_pruner'
  | 'req:pruner_error_fallback'
  | 'req:respond_raw'
  | 'req:respond_pruned'
  | 'req:invalid_request'
  | 'req:tool_error'
  | 'req:responded'
  | 'req:internal_error';

/** Allowed transitions of each state. Every state but the final ones may also go to `req:internal_error`. */
const NEXT: Readonly<Record<RequestStage, readonly RequestStage[]>> = {
  'req:received': ['req:validating', 'req:invalid_request'],
  'req:validating': ['req:invalid_request', 'req:executing_tool'],
  'req:executing_tool': ['req:tool_error', 'req:raw_output_ready'],
  'req:raw_output_ready': ['req:prune_check'],
  'req:prune_check': ['req:respond_raw', 'req:calling_pruner'],
  'req:calling_pruner': ['req:respond_pruned', 'req:pruner_error_fallback'],
  'req:pruner_error_fallback': ['req:respond_raw'],
  'req:respond_raw': ['req:responded'],
  'req:respond_pruned': ['req:responded'],
  'req:invalid_request': [],
  'req:tool_error': [],
  'req:responded': [],
  'req:internal_error': [],
};

/** State machine of one request. */
type RequestLife = ReturnType<typeof startRequestLife>;

export function startRequestLife(log: EventLog) {
  let state: RequestStage = 'req:received';
  return {
    get state(): RequestStage {
      return state;
    },
    /** Enters a state. Throws if the table has no such transition, which is an internal error. */
    enter(next: RequestStage): void {
      const allowed = NEXT[state];
      const open = next === 'req:internal_error' && allowed.length > 0;
      if (!open && !allowed.includes(next)) throw new Error(`cannot go from ${state} to ${next}`);
      log('debug', 'req.state', { from: state, to: next });
      state = next;
    },
  };
}

/** The output of a call, and how to prune it. */
export interface Unshortened<Result> {
  // biome-ignore lint/suspicious/noExplicitAny: each tool knows the type of its own parts
  readonly of: Output<any, Result>;
  readonly wanted: Wanted;
}

/** A tool whose calls `callTool` runs. */
export type CallableTool<Args, Result> = Tool<Args, Unshortened<Result>, Result>;

/** Placeholder for a tool that does not exist; it refuses every call. */
export interface MissingTool<Result> extends Pick<Tool<never, never, Result>, 'name'> {
  check(params: unknown): Refused<Result>;
}

export interface CallToolOptions {
  readonly log: EventLog;
  readonly newRequestId: () => string;
  /** Milliseconds since any fixed time. */
  readonly now: () => number;
  /** Undefined: every tool must return final results, because an output could not be shortened. */
  readonly shortening?: ShortenOptions | undefined;
}

/** A call's params and its connection. */
export interface Call {
  readonly params: unknown;
  readonly context: CallContext;
  readonly client: ClientView;
}

/**
 * Runs `tools/call` from start to end, for every kind of tool: our own, shared ones, and those of other servers. The
 * steps are validate, execute, shorten, answer, account; each has its state and its events. Throws an `RpcError` for
 * invalid params, and the signal's reason when cancelled.
 */
export async function callTool<Args, Result>(
  { newRequestId, ...options }: CallToolOptions,
  tool: CallableTool<Args, Result> | MissingTool<Result>,
  call: Call,
): Promise<Result> {
  const requestId = newRequestId();
  const log: EventLog = (level, event, data) => options.log(level, event, data, requestId);
  const life = startRequestLife(log);
  const { name } = tool;
  try {
    log('info', 'tool.request_received', { tool: name });
    life.enter('req:validating');
    const checked = tool.check(call.params);
    if (!checked.ok) {
      life.enter('req:invalid_request');
      log('warn', 'tool.request_invalid', { tool: name, message: describe(checked) });
      if (checked.answer === undefined) throw invalidParams(METHOD, name, checked.issues, checked.why);
      const { result, account } = await checked.answer(call);
      if (account !== undefined) call.context.onWritten(account);
      return result;
    }
    if (!('execute' in tool)) throw new Error('a missing tool refuses every call');
    return await answer({ ...options, log }, tool, checked.args, call, life);
  } catch (error) {
    if (life.state === 'req:invalid_request' || call.context.signal.aborted) throw error;
    if (error instanceof RpcError && life.state === 'req:executing_tool') {
      life.enter('req:tool_error');
      log('warn', 'tool.exec_failed', { tool: name, code: error.code });
      throw error;
    }
    if (life.state !== 'req:tool_error') life.enter('req:internal_error');
    log('error', 'tool.internal_error', { tool: name, stack: error instanceof Error ? error.stack : String(error) });
    if (!('execute' in tool) || tool.toFault === undefined) throw error;
    return tool.toFault(error);
  }
}

/** Executes a valid call and shortens its output. Once the answer is written, logs that and accounts for the call. */
async function answer<Args, Result>(
  { log, now, shortening }: Omit<CallToolOptions, 'newRequestId'>,
  tool: CallableTool<Args, Result>,
  args: Args,
  { context, client }: Call,
  life: RequestLife,
): Promise<Result> {
  const { name } = tool;
  life.enter('req:executing_tool');
  log('info', 'tool.exec_start', { tool: name });
  const start = now();
  const executed = await tool.execute(args, { context, client, log });
  const { failure, facts } = executed;
  const duration = { duration_ms: Math.round(now() - start) };
  if (failure === undefined) log('info', 'tool.exec_ok', { tool: name, ...duration, ...facts });
  else log('warn', 'tool.exec_failed', { tool: name, ...failure, ...duration });

  life.enter(failure === undefined ? 'req:raw_output_ready' : 'req:tool_error');
  // A failed call has reached its last state, even if its output is still pruned.
  const enter = failure === undefined ? life.enter : () => {};
  enter('req:prune_check');
  let isShowing = false;
  const onShowing = (pruning?: Partial<PruningMetadata>): void => {
    if (!isShowing) enter(pruning?.applied === true ? 'req:respond_pruned' : 'req:respond_raw');
    isShowing = true;
  };
  const stages: Stages = {
    onPruning: () => enter('req:calling_pruner'),
    onPruned: ({ fallback }) => (fallback ? enter('req:pruner_error_fallback') : undefined),
    onShowing,
  };
  const { result, pruning, account } = await shortened(executed, shortening, { signal: context.signal, log, stages });
  onShowing(pruning);
  context.onWritten((error, bytes) => {
    if (failure === undefined) {
      if (bytes > RESPONSE_BYTES) log('warn', 'response.large', { tool: name, bytes });
      life.enter(error === undefined ? 'req:responded' : 'req:internal_error');
      if (error !== undefined) log('error', 'tool.respond_failed', { tool: name, message: error.message });
      else log('info', 'tool.respond_ok', { tool: name, mode: pruning?.applied === true ? 'pruned' : 'raw' });
    }
    account?.();
  });
  return result;
}

type Answered<Result> = FinalResult<Result> & Partial<Pick<Shortened<Result>, 'pruning'>>;

async function shortened<Result>(
  executed: Executed<Unshortened<Result>, Result>,
  options: ShortenOptions | undefined,
  side: CallSide,
): Promise<Answered<Result>> {
  if (!('output' in executed)) return executed;
  const { of, wanted } = executed.output;
  if (options === undefined) throw new Error('nothing shortens the outputs of tools here');
  return await shorten(of, wanted, options, side);
}

function describe({ issues }: Refused<unknown>): string {
  return `Invalid params: ${issues.map(({ path, code }) => `${path} ${code}`).join(', ')}`;
}
