/** A place where a session may be recorded. Nothing is read before `open`. */
export interface SessionSource {
  /** A path, or a path within a branch, for display. */
  readonly place: string;
  /** Id, if known before the session is read. */
  readonly id?: string | undefined;
  /** Milliseconds since 1970; undefined if unknown. */
  readonly changedAt: number | undefined;
  readonly bytes: number;
  /** Reads it chunk by chunk. Rejects if it cannot be read. */
  open(signal: AbortSignal): AsyncIterable<Uint8Array>;
}
