import type { SessionEvent } from './session-event.ts';

/** The hosts and agents whose records are understood. */
export type SessionFormat = 'claude-code' | 'codex' | 'opencode' | 'gemini-cli' | 'mini-swe-agent' | 'swe-agent';

/**
 * A recording that was passed over, or the rest of it:
 * - `not_a_session`: something else than a recorded session;
 * - `unknown_version`: a known format in a version that is not understood;
 * - `cut`: it ends or breaks off in the middle; what came before is read;
 * - `too_large`: one JSON document, or one line, beyond what is held in memory;
 * - `unreadable`: it cannot be opened;
 * - `empty`: it holds no call of a tool;
 * - `repeated`: a session that was read already, in another file.
 */
export type SkipReason =
  | 'not_a_session'
  | 'unknown_version'
  | 'cut'
  | 'too_large'
  | 'unreadable'
  | 'empty'
  | 'repeated';

/** A recorded session, read as far as it goes. The events come one by one, so that a session of any size can be read. */
export interface RecordedSession {
  /** The host's own id, or the file's name. */
  readonly id: string;
  readonly format: SessionFormat;
  /** Where it was read, for a person: a path, or a path within a branch. */
  readonly place: string;
  readonly events: AsyncIterable<SessionEvent>;
}
