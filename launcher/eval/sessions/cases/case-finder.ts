import type { Action } from '../../../../src/sessions/actions/action.ts';
import { toShownResult } from '../../../../src/sessions/actions/shown-result.ts';
import { toAction } from '../../../../src/sessions/actions/to-action.ts';
import { createHashSet } from '../../../../src/sessions/hash-set.ts';
import { eachCodeName } from '../../../../src/sessions/names.ts';
import type { SessionFormat } from '../../../../src/sessions/recorded-session.ts';
import type { Arguments, SessionEvent } from '../../../../src/sessions/session-event.ts';
import { type CaseQuestion, createCaseQuestions } from './case-question.ts';
import { toCaseTarget } from './case-target.ts';
import { isSameFile } from './comes-back.ts';
import { linesOfPiece } from './edited-lines.ts';
import { linesFetchedAgain } from './fetched-lines.ts';
import {
  createPendingResult,
  dropOldNames,
  isSettled,
  mayBeFetched,
  type PendingResult,
  toCase,
} from './pending-result.ts';
import type { SessionCase } from './session-case.ts';

/** Lines and UTF-16 units that a result has at least; below there is nothing to prune. */
export const MIN_LINES = 40;
export const MIN_CHARS = 2500;
/** UTF-16 units of all results that are watched; beyond, the oldest are settled early. */
const MAX_PENDING_CHARS = 24_000_000;

export interface CaseFinder {
  /** Takes the next event; answers the cases about which everything is known now. */
  push(event: SessionEvent): readonly SessionCase[];
  /** The cases that are left once the session has ended. */
  end(): readonly SessionCase[];
}

interface Call {
  readonly tool: string;
  readonly action: Action;
  readonly question: CaseQuestion | undefined;
  /** Results that were there when it was made: only of these can the agent come back for more. */
  readonly results: number;
}

/** Finds the cases of one session, in memory that is bounded whatever the session's size. */
export function createCaseFinder(session: string, format: SessionFormat): CaseFinder {
  const known = createHashSet();
  const questions = createCaseQuestions();
  const calls = new Map<string, Call>();
  let pending: PendingResult[] = [];
  let step = 0;
  let results = 0;

  const settle = (over: (one: PendingResult) => boolean): readonly SessionCase[] => {
    const settled = pending.filter(over);
    if (settled.length > 0) pending = pending.filter((one) => !settled.includes(one));
    return settled.map(toCase);
  };
  const watched = (): readonly PendingResult[] => pending.filter(({ names }) => names.size > 0);
  /** The agent writes: what only one result had is taken from that. */
  const written = (text: string): void => {
    const watching = watched();
    eachCodeName(text, (hash, _, isCode) => {
      // `close(` in a file and "close" in a sentence are not the same name.
      if (isCode)
        for (const { names, needs } of watching) for (const line of names.get(hash) ?? []) needs.use.add(line);
      known.add(hash);
    });
  };
  /** Somebody else writes: from now on a name may be taken from there. */
  const shown = (text: string): void => {
    const watching = watched();
    eachCodeName(text, (hash) => {
      for (const { names } of watching) names.delete(hash);
      known.add(hash);
    });
  };
  const edited = (action: Action): void => {
    const edits = action.kind === 'edit' || action.kind === 'command' ? action.edits : [];
    for (const { file, found } of edits) {
      const shown = pending.filter((one) => showsFile(one.action, file));
      for (const piece of found) {
        const read = shown.findLast(({ of }) => of.text.includes(piece));
        for (const line of read === undefined ? [] : linesOfPiece(read.of.text, piece)) read?.needs.edit.add(line);
      }
    }
    for (const one of pending) one.isStale ||= mayChange(action, one.action);
  };
  const gave = ({ call: id, text: given, isFailed }: SessionEvent & { readonly kind: 'gave' }): void => {
    const call = calls.get(id);
    calls.delete(id);
    if (!isFailed && call !== undefined) edited(call.action);
    let own: PendingResult | undefined;
    if (call !== undefined && !isFailed) {
      const { text, firstLine, action } = toShownResult(call.action, given);
      for (const one of pending) {
        if (!mayBeFetched(one, step) || one.of.result > call.results) continue;
        const earlier = { action: one.action, text: one.of.text, firstLine: one.of.firstLine };
        const lines = linesFetchedAgain(earlier, { action, text, firstLine });
        for (const line of lines) one.needs.fetch.add(line);
      }
      if (isLong(text) && call.question !== undefined) {
        const { tool, question } = call;
        const of = {
          session,
          format,
          result: results,
          tool,
          ...toCaseTarget(action, tool),
          text,
          firstLine: firstLine ?? 1,
          ...question,
        };
        own = createPendingResult(of, action, step, known.isFull ? () => true : known.has);
      }
    }
    shown(given);
    if (own !== undefined) pending.push(own);
  };

  return {
    push(event) {
      questions.told(event);
      switch (event.kind) {
        case 'said':
        case 'thought':
          written(event.text);
          return [];
        case 'called': {
          step++;
          for (const one of pending) dropOldNames(one, step);
          for (const text of textsIn(event.args)) written(text);
          const { tool, args } = event;
          calls.set(event.call, { tool, action: toAction(tool, args), question: questions.of(args), results });
          return settle((one) => isSettled(one, step));
        }
        case 'asked':
          shown(event.text);
          // What came before is out of the context.
          return event.isSummary ? settle(() => true) : [];
        case 'gave': {
          results++;
          gave(event);
          return settle(beyondBudget(pending));
        }
      }
    },
    end: () => settle(() => true),
  };
}

function isLong(text: string): boolean {
  if (text.length < MIN_CHARS) return false;
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1 && lines < MIN_LINES; at = text.indexOf('\n', at + 1)) lines++;
  return lines >= MIN_LINES;
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

/** True if a result shows lines of a file as they are. */
function showsFile(action: Action, file: string): boolean {
  const files = action.kind === 'read' ? action.files : action.kind === 'command' ? action.places : [];
  return files.some((one) => isSameFile(one, file));
}

/** True if a call may have changed what a result shows. */
function mayChange(later: Action, shown: Action): boolean {
  if (later.kind === 'command' && later.isChange && shown.kind === 'command') return true;
  if (later.kind !== 'edit' && later.kind !== 'command') return false;
  if (later.kind === 'edit' && shown.kind === 'command') return true;
  const places = shown.kind === 'read' ? shown.files : shown.kind === 'search' ? shown.places : [];
  return later.edits.some(({ file }) => places.some((place) => isSameFile(place, file)));
}

/** The texts that arguments hold, numbers aside: those of lines and limits say nothing. */
function textsIn(args: Arguments): readonly string[] {
  const texts: string[] = [];
  const todo: unknown[] = [args];
  for (let value = todo.pop(); value !== undefined; value = todo.pop()) {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) todo.push(...Object.values(value));
  }
  return texts;
}
