import type { EventLog } from '../base/events/event-log.ts';
import type { CallContext } from './calls/call-context.ts';
import type { DescribedTool } from './describe-tool.ts';
import type { ParamsIssue } from './invalid-params.ts';

/**
 * A tool of any kind: ours, another server's, or one that the launcher and the worker share. `Output` is a call's
 * output before it is shortened, `Result` the result for the client.
 */
export interface Tool<Args, Output, Result> {
  /** Name used by the client; undefined if the params have none. */
  readonly name: string | undefined;
  /** Validates the params of `tools/call`, and reports all issues at once. */
  check(params: unknown): Checked<Args> | Refused<Result>;
  /** Runs the tool. Rejects with the signal's reason when cancelled, or with an `RpcError` that another server answered. */
  execute(args: Args, run: Run): Promise<Executed<Output, Result>>;
  /** Turns an internal error into a result, or throws. Default: the error is thrown unchanged. */
  toFault?(error: unknown): Result;
}

/** A tool that describes itself for `tools/list`. Other servers' tools are listed from the catalog. */
export interface ListedTool {
  /** `structured`: its results carry `structuredContent`. */
  definition(structured: boolean): DescribedTool;
}

export interface Checked<Args> {
  readonly ok: true;
  readonly args: Args;
}

export interface Refused<Result> {
  readonly ok: false;
  readonly issues: readonly ParamsIssue[];
  readonly why?: string | undefined;
  /** Answers the invalid call in the tool's own words. Default: JSON-RPC -32602 with the issues. */
  readonly answer?: ((run: Pick<Run, 'context' | 'client'>) => Promise<FinalResult<Result>>) | undefined;
}

/** How a client shows results to its model. */
export interface ClientView {
  /** True if results carry `structuredContent`. */
  readonly structured: boolean;
  /** True if structured content may be any JSON (since MCP 2026-07-28). Default: an object. */
  readonly anyStructured?: boolean | undefined;
  /** True if it takes any input schema of an object, rather than only a plain one. Default false. */
  readonly anySchema?: boolean | undefined;
  /** Max UTF-8 bytes of a text that the model is shown whole, for a success and a failure. Undefined: no known limit. */
  readonly wholeBytes?: { readonly success: number; readonly failure: number } | undefined;
}

/** The call's side of an execution. */
export interface Run {
  readonly context: CallContext;
  readonly client: ClientView;
  /** Event log of this call. */
  readonly log: EventLog;
}

/** A result to pass on as it is. */
export interface FinalResult<Result> {
  readonly result: Result;
  /** Called once the answer is out. */
  readonly account?: (() => void) | undefined;
}

export type Executed<Output, Result> = (FinalResult<Result> | { readonly output: Output }) & {
  /** Cause of the failure, for the event; must hold no secret. Undefined if the tool succeeded. */
  readonly failure?: object | undefined;
  /** Extra fields of the event of a success. */
  readonly facts?: object | undefined;
};
