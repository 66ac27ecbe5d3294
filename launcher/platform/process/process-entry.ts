export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** Start time in the system's own format. It distinguishes the process from a later one with the same pid. */
  readonly started: string;
  /** Value of `MARKER_VARIABLE` at its start. Available only on Linux. */
  readonly marker?: string | undefined;
  /** The pipe or socket on its descriptor `CHANNEL_FD`. Available only on Linux. */
  readonly channel?: string | undefined;
}
