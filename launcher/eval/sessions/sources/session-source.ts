/** A place where a session may be recorded. Nothing is read of it before `open`. */
export interface SessionSource {
  /** For a person: a path, or a path within a branch. */
  readonly place: string;
  /** An id that is known before the session is read. */
  readonly id?: string | undefined;
  /** Milliseconds since 1970; undefined if unknown. */
  readonly changedAt: number | undefined;
  readonly bytes: number;
  /** Reads it chunk by chunk. Rejects if it cannot be read. */
  open(signal: AbortSignal): AsyncIterable<Uint8Array>;
}
