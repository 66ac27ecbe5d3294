/** Lines on their way to where they are written. */
export interface GatheredLines {
  /** Takes a line with its line feed. */
  readonly write: (line: string) => void;
  /** Writes at once what has gathered: before the process ends. */
  readonly flush: () => void;
}

/** How long lines gather, in milliseconds: too short for whoever watches a log to notice. */
const GATHER_MS = 20;

/** Writes lines some at a time: to write one by one takes a tenth of all that a request does around pruning. */
export function gatherLines(
  writeOut: (lines: string) => void,
  after: (ms: number, work: () => void) => void = (ms, work) => void setTimeout(work, ms),
): GatheredLines {
  let held = '';
  const flush = (): void => {
    const lines = held;
    held = '';
    if (lines !== '') writeOut(lines);
  };
  return {
    write: (line) => {
      if (held === '') after(GATHER_MS, flush);
      held += line;
    },
    flush,
  };
}
