import type { Action } from '../../../../src/transcripts/actions/action.ts';
import { createHashSet } from '../../../../src/transcripts/hash-set.ts';
import { mayChange } from './changed-files.ts';
import { citedLines } from './cited-lines.ts';
import { editedLines } from './edited-lines.ts';
import { linesFetchedAgain, type Shown } from './fetched-lines.ts';
import { hitsRead } from './hits-read.ts';
import { eachCodeName } from './names.ts';
import { createPendingResult, mayBeUsed, type PendingResult, toCase } from './pending-result.ts';
import { createPendingResults } from './pending-results.ts';
import type { SessionCase } from './session-case.ts';

/** A result to watch, and its call's action. */
export interface NewResult {
  readonly of: PendingResult['of'];
  readonly action: Action;
}

/** Results whose use is still being watched, and all names written so far. */
export interface WatchedResults {
  /** Counts a call. */
  step(): void;
  /** Handles text that the agent writes. A name that only one result contains is evidence that its lines were used. */
  written(text: string): void;
  /**
   * Handles a final answer, a review or a todo. The lines that it cites count as needed, however old their results are.
   */
  cited(text: string): void;
  /**
   * Handles text that the agent did not write, because names in it may be used from then on without any result. Watches
   * `result` if given. Returns the cases of the oldest results if the total takes too much memory.
   */
  shown(text: string, result?: NewResult): readonly SessionCase[];
  /** Handles a call that succeeded and may have edited files. */
  changed(action: Action): void;
  /** Handles the lines that a call returned. The agent had seen the first `results` results when it made the call. */
  gave(later: Shown, results: number): void;
  /** Returns the cases of all remaining results. */
  end(): readonly SessionCase[];
}

export function createWatchedResults(): WatchedResults {
  const known = createHashSet();
  const pending = createPendingResults();
  let step = 0;
  const add = (to: Map<number, number>, lines: readonly number[]): void => {
    for (const line of lines) if (!to.has(line)) to.set(line, step);
  };

  /** Calls `onName` for each name with the watched results, then remembers the name. */
  const eachName = (
    text: string,
    onName: (hash: number, isCode: boolean, by: readonly PendingResult[]) => void,
  ): void => {
    const watching = pending.watched();
    eachCodeName(text, (hash, _, isCode) => {
      onName(hash, isCode, watching);
      known.add(hash);
    });
  };

  return {
    step() {
      step++;
      pending.begin(step);
    },
    written(text) {
      eachName(text, (hash, isCode, watching) => {
        // `close(` in a file and "close" in a sentence are different names.
        if (!isCode) return;
        for (const { names, needs } of watching) add(needs.use, names.get(hash) ?? []);
      });
    },
    cited(text) {
      for (const { result, lines } of citedLines(pending, text)) add(result.needs.cite, lines);
    },
    shown(text, result) {
      const isKnown = known.isFull ? () => true : known.has;
      // Must happen before the names of this result become known.
      const own = result === undefined ? undefined : createPendingResult(result.of, result.action, step, isKnown);
      eachName(text, (hash, _, watching) => {
        for (const { names } of watching) names.delete(hash);
      });
      return own === undefined ? [] : pending.add(own).map(toCase);
    },
    changed(action) {
      for (const { result, lines } of editedLines(pending, action)) add(result.needs.edit, lines);
      for (const one of pending.recent) one.isStale ||= mayChange(action, one.action);
    },
    gave(later, results) {
      for (const one of pending.recent) {
        const { of, action, needs } = one;
        if (of.result > results) continue;
        const earlier = { action, text: of.text, firstLine: of.firstLine };
        if (!one.isStale) add(needs.fetch, linesFetchedAgain(earlier, later));
        if (mayBeUsed(one, step)) add(needs.use, hitsRead(earlier, later));
      }
    },
    end: () => pending.end().map(toCase),
  };
}
