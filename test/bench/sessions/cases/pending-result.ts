import type { Action } from '../../../../src/transcripts/actions/action.ts';
import { eachCodeName } from './names.ts';
import type { Need, OpenCase, SessionCase } from './session-case.ts';

/** Max steps (calls) after a result in which a name that the agent writes counts as taken from it. */
const USE_STEPS = 6;
/** Max steps after a result in which the agent may come back for more of it. */
const FETCH_STEPS = 20;
/** Max lines with a name. A more frequent name is not evidence for any of them. */
const MAX_LINES = 3;
/** Max names of one result to watch. Only results of many thousand lines have more. */
const MAX_NAMES = 50_000;

/** A result whose use is still being watched. */
export interface PendingResult {
  readonly of: OpenCase;
  readonly action: Action;
  readonly step: number;
  readonly lineCount: number;
  /** Lines that contain a name, by the name's hash, for names that occurred in this result first. */
  names: Map<number, readonly number[]>;
  /** Needed lines, with the step at which they turned out to be needed. */
  readonly needs: Readonly<Record<Need, Map<number, number>>>;
  /** True if the files that it shows may have changed since. */
  isStale: boolean;
}

/** Lines of a result that turned out to be needed. */
export interface ResultLines {
  readonly result: PendingResult;
  /** 1-based. */
  readonly lines: readonly number[];
}

export function createPendingResult(
  of: PendingResult['of'],
  action: Action,
  step: number,
  isKnown: (hash: number) => boolean,
): PendingResult {
  const needs = { edit: new Map(), use: new Map(), fetch: new Map(), cite: new Map() };
  const lineCount = of.text.split('\n').length;
  return { of, action, step, lineCount, names: newNames(of.text, isKnown), needs, isStale: false };
}

/**
 * Returns the lines of each new name that looks like code somewhere in the text. All occurrences of a name count, so
 * that a frequent one, such as a keyword, is not evidence for any line.
 */
function newNames(text: string, isKnown: (hash: number) => boolean): Map<number, readonly number[]> {
  const names = new Map<number, number[]>();
  eachCodeName(text, (hash, _, isCode) => {
    if (isCode && names.size < MAX_NAMES && !names.has(hash) && !isKnown(hash)) names.set(hash, []);
  });
  let line = 1;
  let lineEnd = text.indexOf('\n');
  eachCodeName(text, (hash, at) => {
    while (lineEnd !== -1 && at > lineEnd) {
      line++;
      lineEnd = text.indexOf('\n', lineEnd + 1);
    }
    const lines = names.get(hash);
    if (lines === undefined || lines.at(-1) === line) return;
    if (lines.length < MAX_LINES) lines.push(line);
    else names.delete(hash);
  });
  return names;
}

/** Stops watching for names after some steps, because names take the most memory. */
export function dropOldNames(pending: PendingResult, step: number): void {
  if (pending.names.size > 0 && !mayBeUsed(pending, step)) pending.names = new Map();
}

export function mayBeUsed({ step: from }: PendingResult, step: number): boolean {
  return step - from <= USE_STEPS;
}

/** True as long as an agent may come back for more of the result. */
export function isRecent({ step: from }: PendingResult, step: number): boolean {
  return step - from <= FETCH_STEPS;
}

export function toCase({ of, needs }: PendingResult): SessionCase {
  const sorted = (lines: ReadonlyMap<number, number>): readonly number[] => [...lines.keys()].sort((a, b) => a - b);
  const { edit, use, fetch, cite } = needs;
  // If there is several evidence for a line, the earliest counts.
  const latestFirst = [edit, use, fetch, cite].flatMap((lines) => [...lines]).sort(([, a], [, b]) => b - a);
  return {
    ...of,
    needs: { edit: sorted(edit), use: sorted(use), fetch: sorted(fetch), cite: sorted(cite) },
    neededAt: new Map(latestFirst),
  };
}
