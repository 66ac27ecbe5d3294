import type { SessionFormat } from '../../src/transcripts/recorded-session.ts';
import type { Places } from './places.ts';

/** Places in which a host records this user's sessions. */
export interface Recordings {
  readonly format: SessionFormat;
  /** Returns the folders in which each session is a file of its own. */
  folders?(places: UserPlaces): readonly SessionFolder[];
  /** Matches the tools whose results our hooks may shorten, by their names in the transcript. Undefined if there are none. */
  readonly hookedTools?: RegExp;
  /** Matches results that the host itself cut before it called hooks, which leave them whole. */
  readonly cutResult?: RegExp;
  /** True if hooks give the session's file and the call, so that the ledger knows to which session a hook belongs. */
  readonly hooksNameSession?: true;
  /** Loads the finder of sessions that are stored in another way. */
  loadStore?(): Promise<SessionStore>;
}

export type UserPlaces = Pick<Places, 'env' | 'home'>;

export interface SessionFolder {
  readonly path: string;
  isSession(file: string): boolean;
}

/** Finds sessions that are several files each, or rows of a database. */
export interface SessionStore {
  /** Finds the sessions of this user. */
  own(places: UserPlaces): Promise<readonly SessionSource[]>;
  /** Finds the sessions in a file; undefined if it is no store of the host. */
  inFile(file: string): Promise<readonly SessionSource[]> | undefined;
  /** Finds the sessions below a folder; empty if it is no store of the host. */
  inFolder(folder: string): Promise<readonly SessionSource[]>;
}

/** A place where a session may be recorded. Nothing is read before `open`. */
export interface SessionSource {
  /** A path, or a path within a branch, for display. */
  readonly place: string;
  /** Id, if known before the session is read. */
  readonly id?: string | undefined;
  /** Repository that it was committed to, if any. */
  readonly repository?: string | undefined;
  /** Milliseconds since 1970; undefined if unknown. */
  readonly changedAt: number | undefined;
  readonly bytes: number;
  /** Reads it chunk by chunk. Rejects if it cannot be read. */
  open(signal: AbortSignal): AsyncIterable<Uint8Array>;
}
