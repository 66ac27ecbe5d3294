export interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  /** When it began, in the system's own words: tells a process from a later one with the same pid. */
  readonly started: string;
}
