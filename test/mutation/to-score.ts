export interface Score {
  readonly mutants: number;
  readonly killed: number;
  /** Mutants that at least one test ran, but none noticed. */
  readonly survived: number;
  /** Mutants that no test ran. */
  readonly untested: number;
  /** Percentage of mutants that were noticed. */
  readonly percent: number;
}

const KILLED: ReadonlySet<string> = new Set(['Killed', 'Timeout']);

/** Counts the mutants by outcome. Ignores mutants that do not load, or that a comment excludes. */
export function toScore(statuses: readonly string[]): Score {
  const count = (matches: (status: string) => boolean): number => statuses.filter(matches).length;
  const killed = count((status) => KILLED.has(status));
  const survived = count((status) => status === 'Survived');
  const untested = count((status) => status === 'NoCoverage');
  const mutants = killed + survived + untested;
  return { mutants, killed, survived, untested, percent: mutants === 0 ? 100 : (100 * killed) / mutants };
}
