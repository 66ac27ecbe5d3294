import type { SessionEvent } from './session-event.ts';

/** The hosts and agents whose records are understood. */
export type SessionFormat =
  | 'claude-code'
  | 'codex'
  | 'cursor'
  | 'opencode'
  | 'gemini-cli'
  | 'mini-swe-agent'
  | 'swe-agent';

/**
 * Why a recording was passed over, or a part of it:
 * - `not_a_session`: something else than a recorded session;
 * - `unknown_version`: a known format in a version that is not understood;
 * - `cut`: damaged or cut off; what stands before and after the damage is read;
 * - `too_large`: one JSON document beyond what is held in memory;
 * - `unreadable`: it cannot be opened, or is missing from a partial clone;
 * - `empty`: it holds no call of a tool;
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
 * A recorded session, read as far as it goes. The events come one by one, so that a session of any size can be read. An
 * answer never comes before its call. A fork begins where it leaves the session that it was copied from.
 */
export interface RecordedSession {
  /** The host's own id; for a trajectory file, its place. */
  readonly id: string;
  readonly format: SessionFormat;
  /** Place that it was read from, for a person: a path, or a path within a branch. */
  readonly place: string;
  /** The folder in which the session began, if it is known once the first calls were read. */
  readonly folder?: string | undefined;
  /** Can be read once, before the next session is asked for. */
  readonly events: AsyncIterable<SessionEvent>;
}
