import type { HookCall, HostHooks } from '../hosts/host-hooks.ts';
import type { OpenReported } from './transcript/reported-sessions.ts';
import type { Transcript } from './transcript/transcript.ts';

/** A call of a host's own tool, and the session to read. */
export interface SessionCall extends Omit<HookCall, 'transcript' | 'mayNameFile'> {
  /** File in which the host records the session, or what its plugin reported; undefined if there is neither. */
  readonly transcript: string | Transcript | undefined;
}

/**
 * Finds the session of a call. A plugin's report is stored even if the result passes, because later calls depend on it.
 */
export function toSessionCall(
  { transcript, ...call }: HookCall,
  host: string,
  { createReportReader }: HostHooks,
  reported: OpenReported,
): SessionCall {
  if (typeof transcript !== 'object') return { ...call, transcript };
  if (createReportReader === undefined) return { ...call, transcript: undefined };
  const session = reported(`${host} ${transcript.id}`, createReportReader);
  session.report(transcript.messages);
  return { ...call, transcript: session };
}
