import { type ReadTrial, readTrial } from '../../ledger/read-trial.ts';

/** Reads the trial of each home folder once: reading sets a damaged ledger aside, and the next one would not see that. */
export function createReadTrial(): (home: string) => Promise<ReadTrial> {
  const read = new Map<string, Promise<ReadTrial>>();
  return (home) => {
    const known = read.get(home) ?? readTrial(home);
    read.set(home, known);
    return known;
  };
}
