import type { SessionFormat } from '../../src/transcripts/recorded-session.ts';
import type { SessionEvent } from '../../src/transcripts/session-event.ts';

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
