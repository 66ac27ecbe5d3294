import { fileName } from '../../../../src/session-memory/named-lines.ts';
import { shownFiles } from './changed-files.ts';
import { dropOldNames, isRecent, type PendingResult } from './pending-result.ts';

/** Max UTF-16 units of all watched results. Beyond the limit, the oldest results are finalized early. */
const MAX_CHARS = 24_000_000;

/**
 * Results of a session that are still being watched for use of their lines. Each step examines only recent results,
 * because a long session has thousands. Their lines may be edited or cited until the session ends.
 */
export interface PendingResults {
  /** Results of the last 20 steps. */
  readonly recent: readonly PendingResult[];
  /** Results of the last few steps, whose names may still be used. */
  watched(): readonly PendingResult[];
  /** Results that show lines of a file with that base name, oldest first. Their folders may differ. */
  showing(file: string): readonly PendingResult[];
  /** All results that are watched, oldest first. */
  all(): Iterable<PendingResult>;
  /** Adds a result. Returns the oldest ones if the total takes too much memory. */
  add(one: PendingResult): readonly PendingResult[];
  /** Begins a step. Results of long ago are no longer recent. */
  begin(step: number): void;
  /** Returns all remaining results, and stops watching them. */
  end(): readonly PendingResult[];
}

export function createPendingResults(): PendingResults {
  let all = new Set<PendingResult>();
  let recent: PendingResult[] = [];
  let byName = new Map<string, Set<PendingResult>>();
  let chars = 0;
  const namesOf = ({ action }: PendingResult): readonly string[] => shownFiles(action).map(fileName);
  const remove = (one: PendingResult): void => {
    if (!all.delete(one)) return;
    chars -= one.of.text.length;
    for (const file of namesOf(one)) {
      byName.get(file)?.delete(one);
      if (byName.get(file)?.size === 0) byName.delete(file);
    }
  };
  return {
    get recent() {
      return recent;
    },
    watched: () => recent.filter(({ names }) => names.size > 0),
    showing: (file) => [...(byName.get(fileName(file)) ?? [])],
    all: () => all,
    add(one) {
      all.add(one);
      recent.push(one);
      chars += one.of.text.length;
      for (const file of namesOf(one)) byName.set(file, (byName.get(file) ?? new Set()).add(one));
      const over: PendingResult[] = [];
      for (const oldest of all) {
        if (chars <= MAX_CHARS) break;
        over.push(oldest);
        remove(oldest);
      }
      if (over.length > 0) recent = recent.filter((each) => all.has(each));
      return over;
    },
    begin(step) {
      for (const one of recent) dropOldNames(one, step);
      if (recent.some((one) => !isRecent(one, step))) recent = recent.filter((one) => isRecent(one, step));
    },
    end() {
      const rest = [...all];
      all = new Set();
      recent = [];
      byName = new Map();
      chars = 0;
      return rest;
    },
  };
}
