export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** When it was started, in the system's own words: what tells it from a later process with its pid. */
  readonly started: string;
  /** The value of `MARKER_VARIABLE` that it was started with; only Linux tells. */
  readonly marker?: string | undefined;
  /** What its descriptor `CHANNEL_FD` is, where that is a pipe or socket; only Linux tells. */
  readonly channel?: string | undefined;
}
