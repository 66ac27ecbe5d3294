import type { Fields } from '../../src/transcripts/fields.ts';
import type { Arguments, SessionEvent } from '../../src/transcripts/session-event.ts';
import type { HostCall } from '../../src/unasked/host-output.ts';
import type { HostResult } from '../../src/unasked/host-result.ts';

/** Name of the tool that hosts' hooks call. It is not listed, so that models do not see it and it costs no tokens. */
export const HOOK_TOOL = 'hook';

/** Reads the events of a host's hooks, and builds the answers. A server opens it with the first hook of the host. */
export interface HostHooks {
  /** Parses an event. Undefined for anything else, and for a call whose result must pass unchanged. */
  toCall(input: Fields): HookCall | undefined | Promise<HookCall | undefined>;
  /** Parses the event before a call of one of our tools. Undefined for any other event. */
  toToldFolder?(input: Fields): ToldFolder | undefined;
  /** Creates the reader of a session that the host's plugin reports. */
  createReportReader?(): ReportReader;
  /** Removes files written for the host. */
  close?(): Promise<void>;
}

/** The folder in which an agent makes a call. */
export interface ToldFolder {
  /** The host's id of the call. */
  readonly call: string;
  /** Absolute path. */
  readonly folder: string;
}

/** A session without a file, reported by the host's plugin. */
export interface SessionReport {
  /** The host's id. */
  readonly id: string;
  /** Messages that are new or complete since the last report. */
  readonly messages: readonly unknown[];
}

/** Reads the reports of one session. Skips messages that were reported before. */
export interface ReportReader {
  read(messages: readonly unknown[]): readonly SessionEvent[];
}

/** A call of a host's own tool, as reported by its hook. */
export interface HookCall extends HostCall {
  /** The host's id of the call; undefined if the hook's event, or the host's transcript, has no call ids. */
  readonly id: string | undefined;
  /** Identifies the event if there is no call id. It is the same for every hook of the event. */
  readonly event?: string | undefined;
  /** Arguments given by the model. */
  readonly args: Arguments;
  /** File in which the host records the session, or what its plugin reports; undefined if there is neither. */
  readonly transcript: string | SessionReport | undefined;
  /** Texts that may name the file of the result, if the tool is unknown. Default: none. */
  readonly mayNameFile?: readonly string[];
  /** Undefined for an unknown shape, which passes unchanged. */
  readonly result: HostResult | undefined;
  /** True if somebody else's hook may replace the result, which then passes unchanged. Default false. */
  readonly hasOtherHook?: boolean;
  /** True if the host records calls some time after it has carried them out. Default false. */
  readonly isRecordedLate?: boolean;
  /** True if the host may remove results from the agent's context without recording it. Default false. */
  readonly forgets?: boolean;
  /**
   * True if the answer must state the exit code, which comes from the session's transcript. Without one, the result
   * passes. Default false.
   */
  readonly needsExitCode?: boolean;
  /**
   * Tool that returns what a command prints after its own result. A host that names the command's call for it may also
   * hand it to a script. So once the call has its result, an answer is given only while a call of this tool has none.
   * Default: none.
   */
  readonly laterTool?: string;
}
