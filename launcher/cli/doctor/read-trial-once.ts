import { type ReadTrial, readTrial } from '../../savings/read-trial.ts';

/**
 * Reads each home folder's trial only once. Reading moves a damaged ledger aside, so a second read would miss the
 * damage.
 */
export function createReadTrial(): (home: string) => Promise<ReadTrial> {
  const read = new Map<string, Promise<ReadTrial>>();
  return (home) => {
    const known = read.get(home) ?? readTrial(home);
    read.set(home, known);
    return known;
  };
}
