import type { ParamsIssue } from '../../src/mcp/invalid-params.ts';
import type { EventLog } from '../events/event-log.ts';
import type { CallContext } from './call-context.ts';
import type { Accounted } from './record-savings.ts';
import type { RequestLife } from './request-life.ts';

/** A tool of any kind, as a call goes through it. */
export interface CallableTool<Args, Output, Result> {
  /** As the client calls it; undefined where params name none. */
  readonly name: string | undefined;
  /** Everything that can be wrong with the params of `tools/call`, told at once. */
  check(params: unknown): Checked<Args> | Refused<Result>;
  /** Rejects with the signal's reason when cancelled, and with an `RpcError` that is another server's own answer. */
  execute(args: Args, run: Run): Promise<Executed<Output>>;
  /** Prunes what it gave where a question asks for it, and writes that as a result within the budget. */
  shorten(output: Output, run: Shortening<Args>): Promise<Accounted<Result>>;
  /** What a fault of ours is answered with, or throws. Default: it is thrown as it is. */
  toFault?(error: unknown): Result;
}

export interface Checked<Args> {
  readonly ok: true;
  readonly args: Args;
}

export interface Refused<Result> {
  readonly ok: false;
  readonly issues: readonly ParamsIssue[];
  readonly why?: string | undefined;
  /** The tool's own words, as a result. Default: JSON-RPC -32602 with the issues. */
  readonly answer?:
    | ((context: CallContext) => Promise<Pick<Accounted<Result>, 'result' | 'recordSavings'>>)
    | undefined;
}

/** What an execution is given by the call that it serves. */
export interface Run {
  readonly context: CallContext;
  /** Events of this call. */
  readonly log: EventLog;
}

export interface Shortening<Args> extends Run {
  readonly args: Args;
  readonly enter: RequestLife['enter'];
}

export interface Executed<Output> {
  readonly output: Output;
  /** Why it failed, for the event: none of it may be secret. Undefined: it did not. */
  readonly failure?: object | undefined;
  /** More of a success, for the event. */
  readonly facts?: object | undefined;
}
