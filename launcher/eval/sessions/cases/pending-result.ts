import type { Action } from '../../../../src/sessions/actions/action.ts';
import { eachCodeName } from '../../../../src/sessions/names.ts';
import type { Need, SessionCase } from './session-case.ts';

/** Steps (calls) in which a name that the agent writes is taken for one that it has from a result. */
const USE_STEPS = 6;
/** Calls after which nobody comes back for more of a result. */
const FETCH_STEPS = 20;
/** A name in more lines than these tells nothing of one of them. */
const MAX_LINES = 3;
/** Names of one result that are watched. Only results of many thousand lines hold more. */
const MAX_NAMES = 50_000;

/** A result whose use is still watched. */
export interface PendingResult {
  readonly of: Omit<SessionCase, 'needs'>;
  readonly action: Action;
  readonly step: number;
  /** Lines by the hash of a name that this result was the first to hold. */
  names: Map<number, readonly number[]>;
  readonly needs: Readonly<Record<Need, Set<number>>>;
  /** An edit or a command that may have changed what it shows came after it. */
  isStale: boolean;
}

export function createPendingResult(
  of: PendingResult['of'],
  action: Action,
  step: number,
  isKnown: (hash: number) => boolean,
): PendingResult {
  const needs = { edit: new Set<number>(), use: new Set<number>(), fetch: new Set<number>() };
  return { of, action, step, names: newNames(of.text, isKnown), needs, isStale: false };
}

function newNames(text: string, isKnown: (hash: number) => boolean): Map<number, readonly number[]> {
  const names = new Map<number, number[]>();
  let line = 1;
  let lineEnd = text.indexOf('\n');
  eachCodeName(text, (hash, at, isCode) => {
    while (lineEnd !== -1 && at > lineEnd) {
      line++;
      lineEnd = text.indexOf('\n', lineEnd + 1);
    }
    const lines = names.get(hash);
    // A word that looks like code in one place is code.
    if (lines === undefined ? !isCode || isKnown(hash) : lines.length > MAX_LINES || lines.at(-1) === line) return;
    if (lines === undefined) {
      if (names.size < MAX_NAMES) names.set(hash, [line]);
    } else lines.push(line);
  });
  for (const [hash, lines] of names) if (lines.length > MAX_LINES) names.delete(hash);
  return names;
}

/** Stops watching for names after so many steps; they take the most memory. */
export function dropOldNames(pending: PendingResult, step: number): void {
  if (pending.names.size > 0 && step - pending.step > USE_STEPS) pending.names = new Map();
}

/** True as long as an agent may come back for more of it. */
export function isRecent({ step: from }: PendingResult, step: number): boolean {
  return step - from <= FETCH_STEPS;
}

export function toCase({ of, needs }: PendingResult): SessionCase {
  const sorted = (lines: ReadonlySet<number>): readonly number[] => [...lines].sort((a, b) => a - b);
  return { ...of, needs: { edit: sorted(needs.edit), use: sorted(needs.use), fetch: sorted(needs.fetch) } };
}
