import type { EventLog } from '../../base/events/event-log.ts';
import type { ParamsIssue } from '../invalid-params.ts';
import type { CallContext } from './call-context.ts';
import type { RequestLife } from './request-life.ts';

/** A tool of any kind, as the steps of a call that `callTool` runs. */
export interface CallableTool<Args, Output, Result> {
  /** Name used by the client; undefined if the params have none. */
  readonly name: string | undefined;
  /** Validates the params of `tools/call`, and reports all issues at once. */
  check(params: unknown): Checked<Args> | Refused<Result>;
  /** Runs the tool. Rejects with the signal's reason when cancelled, or with an `RpcError` that another server answered. */
  execute(args: Args, run: Run): Promise<Executed<Output>>;
  /** Prunes the output if there is a question, and builds a result within the budget. */
  shorten(output: Output, run: Shortening<Args>): Promise<Shortened<Result>>;
  /** Turns an internal error into a result, or throws. Default: the error is thrown unchanged. */
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
  /** Answers the invalid call in the tool's own words. Default: JSON-RPC -32602 with the issues. */
  readonly answer?:
    | ((context: CallContext) => Promise<Pick<Shortened<Result>, 'result' | 'recordSavings'>>)
    | undefined;
}

/** A result to answer with. */
export interface Shortened<Result> {
  readonly result: Result;
  /** `applied`: lines were left out because of a question. */
  readonly pruning: { readonly applied: boolean };
  /** Records the call in the ledger; called once the answer is out. */
  recordSavings(): void;
}

/** The call's side of an execution. */
export interface Run {
  readonly context: CallContext;
  /** Event log of this call. */
  readonly log: EventLog;
}

export interface Shortening<Args> extends Run {
  readonly args: Args;
  readonly enter: RequestLife['enter'];
}

export interface Executed<Output> {
  readonly output: Output;
  /** Cause of the failure, for the event; must hold no secret. Undefined if the tool succeeded. */
  readonly failure?: object | undefined;
  /** Extra fields of the event of a success. */
  readonly facts?: object | undefined;
}
