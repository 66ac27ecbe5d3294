import type { Action } from '../../../../src/sessions/actions/action.ts';
import { createHashSet } from '../../../../src/sessions/hash-set.ts';
import { eachCodeName } from '../../../../src/sessions/names.ts';
import { editsOf, mayChange, showsFile } from './changed-files.ts';
import { linesOfPiece } from './edited-lines.ts';
import { linesFetchedAgain, type Shown } from './fetched-lines.ts';
import { hitsRead } from './hits-read.ts';
import {
  createPendingResult,
  dropOldNames,
  isSettled,
  mayBeFetched,
  mayBeUsed,
  type PendingResult,
  toCase,
} from './pending-result.ts';
import type { SessionCase } from './session-case.ts';

/** UTF-16 units of all results that are watched; beyond, the oldest are settled early. */
const MAX_PENDING_CHARS = 24_000_000;

/** A result to watch, and what its call came to. */
export interface NewResult {
  readonly of: PendingResult['of'];
  readonly action: Action;
}

/** Results whose use is still watched, and every name that was written so far. */
export interface WatchedResults {
  /** The agent calls a tool. Returns the cases about which everything is known now. */
  step(): readonly SessionCase[];
  /** The agent writes: what only one result had is taken from that. */
  written(text: string): void;
  /** Somebody else writes: from now on a name may be taken from there. If it is a result, it can be watched. */
  shown(text: string, result?: NewResult): void;
  /** A call succeeded that may have changed files. */
  changed(action: Action): void;
  /** A call gave lines. Only of the first `results` results can the agent have come back for them. */
  gave(later: Shown, results: number): void;
  /** Returns the cases of the oldest results, if all together take too much memory. */
  trim(): readonly SessionCase[];
  /** Returns the cases of all results: nothing more can be known about them. */
  end(): readonly SessionCase[];
}

export function createWatchedResults(): WatchedResults {
  const known = createHashSet();
  let pending: PendingResult[] = [];
  let step = 0;

  const settle = (over: (one: PendingResult) => boolean): readonly SessionCase[] => {
    const settled = pending.filter(over);
    if (settled.length > 0) pending = pending.filter((one) => !settled.includes(one));
    return settled.map(toCase);
  };
  /** Tells of each name which results watch for it, and remembers it. */
  const eachName = (
    text: string,
    onName: (hash: number, isCode: boolean, by: readonly PendingResult[]) => void,
  ): void => {
    const watching = pending.filter(({ names }) => names.size > 0);
    eachCodeName(text, (hash, _, isCode) => {
      onName(hash, isCode, watching);
      known.add(hash);
    });
  };

  return {
    step() {
      step++;
      for (const one of pending) dropOldNames(one, step);
      return settle((one) => isSettled(one, step));
    },
    written(text) {
      eachName(text, (hash, isCode, watching) => {
        // `close(` in a file and "close" in a sentence are not the same name.
        if (!isCode) return;
        for (const { names, needs } of watching) addAll(needs.use, names.get(hash) ?? []);
      });
    },
    shown(text, result) {
      const isKnown = known.isFull ? () => true : known.has;
      // Before its names become known.
      const own = result === undefined ? [] : [createPendingResult(result.of, result.action, step, isKnown)];
      eachName(text, (hash, _, watching) => {
        for (const { names } of watching) names.delete(hash);
      });
      pending.push(...own);
    },
    changed(action) {
      addEdits(pending, action);
      for (const one of pending) one.isStale ||= mayChange(action, one.action);
    },
    gave(later, results) {
      for (const one of pending) {
        const { of, action, needs } = one;
        if (of.result > results) continue;
        const earlier = { action, text: of.text, firstLine: of.firstLine };
        if (mayBeFetched(one, step)) addAll(needs.fetch, linesFetchedAgain(earlier, later));
        if (mayBeUsed(one, step)) addAll(needs.use, hitsRead(earlier, later));
      }
    },
    trim: () => settle(beyondBudget(pending)),
    end: () => settle(() => true),
  };
}

/** Adds the lines that edits found, to the last result that showed them. */
function addEdits(pending: readonly PendingResult[], action: Action): void {
  for (const { file, found } of editsOf(action)) {
    const shown = pending.filter((one) => showsFile(one.action, file));
    for (const piece of found) {
      const last = shown.findLast(({ of }) => of.text.includes(piece));
      if (last !== undefined) addAll(last.needs.edit, linesOfPiece(last.of.text, piece));
    }
  }
}

function addAll(to: Set<number>, lines: readonly number[]): void {
  for (const line of lines) to.add(line);
}

/** The oldest results, where all together take too much memory. */
function beyondBudget(pending: readonly PendingResult[]): (one: PendingResult) => boolean {
  let chars = 0;
  let at = pending.length;
  while (at > 0) {
    chars += pending[at - 1]?.of.text.length ?? 0;
    if (chars > MAX_PENDING_CHARS) break;
    at--;
  }
  const over = new Set(pending.slice(0, at));
  return (one) => over.has(one);
}
