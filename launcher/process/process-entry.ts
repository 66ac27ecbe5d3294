export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** The value of `MARKER_VARIABLE` that it was started with; only Linux tells. */
  readonly marker?: string | undefined;
  /** What its descriptor `CHANNEL_FD` is, where that is a pipe or socket; only Linux tells. */
  readonly channel?: string | undefined;
}
