import type { SessionEvent } from './session-event.ts';

/** Hosts and agents whose recordings can be read. */
export type SessionFormat =
  | 'claude-code'
  | 'codex'
  | 'cursor'
  | 'copilot-cli'
  | 'opencode'
  | 'gemini-cli'
  | 'mini-swe-agent'
  | 'swe-agent';

/**
 * Why a recording, or part of it, was skipped:
 * - `not_a_session`: not a recorded session;
 * - `unknown_version`: a known format in an unsupported version;
 * - `cut`: damaged or cut off; the text before and after the damage is read;
 * - `too_large`: one JSON document larger than the memory limit;
 * - `unreadable`: it cannot be opened, or is missing from a partial clone;
 * - `empty`: it has no tool call;
 * - `repeated`: a copy of a session that was read already, with few calls of its own.
 */
export type SkipReason =
  | 'not_a_session'
  | 'unknown_version'
  | 'cut'
  | 'too_large'
  | 'unreadable'
  | 'empty'
  | 'repeated';

/**
 * A recorded session, read as far as possible. Events are streamed, so a session of any size can be read. An answer
 * never comes before its call. A fork begins where it diverges from the session it was copied from.
 */
export interface RecordedSession {
  /** The session's id from the host; for a trajectory file, its `place`. */
  readonly id: string;
  readonly format: SessionFormat;
  /** Human-readable source: a path, or a path within a branch. */
  readonly place: string;
  /** Folder in which the session began, if known once the first calls were read. */
  readonly folder?: string | undefined;
  /** Repository whose sessions these are, or the folder in which the session began, if known. */
  readonly repository?: string | undefined;
  /** Can be read once, before the next session is requested. */
  readonly events: AsyncIterable<SessionEvent>;
}
