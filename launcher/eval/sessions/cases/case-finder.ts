import type { Action, Edit } from '../../../../src/sessions/actions/action.ts';
import { toShownResult } from '../../../../src/sessions/actions/shown-result.ts';
import { toAction } from '../../../../src/sessions/actions/to-action.ts';
import { createHashSet } from '../../../../src/sessions/hash-set.ts';
import { eachCodeName } from '../../../../src/sessions/names.ts';
import type { SessionFormat } from '../../../../src/sessions/recorded-session.ts';
import type { Arguments, SessionEvent } from '../../../../src/sessions/session-event.ts';
import { createCaseQuestions } from './case-question.ts';
import { toCaseTarget } from './case-target.ts';
import { isSameFile } from './comes-back.ts';
import { linesOfPiece } from './edited-lines.ts';
import { linesFetchedAgain } from './fetched-lines.ts';
import { createOpenCalls } from './open-calls.ts';
import { createPendingResult, type PendingResult, toCase } from './pending-result.ts';
import { createPendingResults } from './pending-results.ts';
import type { SessionCase } from './session-case.ts';

/** Lines and UTF-16 units that a result has at least; below there is nothing to prune. */
export const MIN_LINES = 40;
export const MIN_CHARS = 2500;
/** UTF-16 units in which the pieces of one call's edits are looked for. */
const MAX_SEARCHED = 1_000_000_000;

export interface CaseFinder {
  /** Takes the next event; answers the cases about which everything is known now. */
  push(event: SessionEvent): readonly SessionCase[];
  /** The cases that are left once the session has ended. */
  end(): readonly SessionCase[];
}

/** Finds the cases of one session, in memory that is bounded whatever the session's size. */
export function createCaseFinder(session: string, format: SessionFormat): CaseFinder {
  const known = createHashSet();
  const questions = createCaseQuestions();
  const calls = createOpenCalls();
  const pending = createPendingResults();
  let step = 0;
  let results = 0;

  /** The agent writes: what only one result had is taken from that. */
  const written = (text: string): void => {
    const watching = pending.watched();
    eachCodeName(text, (hash) => {
      for (const { names, needs } of watching) for (const line of names.get(hash) ?? []) needs.use.add(line);
      known.add(hash);
    });
  };
  /** Somebody else writes: from now on a name may be taken from there. */
  const shown = (text: string): void => {
    const watching = pending.watched();
    eachCodeName(text, (hash) => {
      for (const { names } of watching) names.delete(hash);
      known.add(hash);
    });
  };
  const edited = (action: Action): void => {
    if (action.kind !== 'edit') return;
    let searched = 0;
    for (const { file, found } of action.edits) {
      if (searched > MAX_SEARCHED || found.length === 0) continue;
      const named = pending.readsNamed(file);
      searched += named.length * file.length;
      const reads = named.filter((one) => isReadOf(one, file));
      for (const piece of found) {
        const read = reads.findLast(({ of }) => {
          searched += of.text.length;
          return searched <= MAX_SEARCHED && of.text.includes(piece);
        });
        for (const line of read === undefined ? [] : linesOfPiece(read.of.text, piece)) read?.needs.edit.add(line);
      }
    }
    for (const one of pending.recent) {
      one.isStale ||= one.action.kind === 'command' || touches(action.edits, one.action);
    }
  };
  const gave = ({
    call: id,
    text: given,
    isFailed,
  }: SessionEvent & { readonly kind: 'gave' }): readonly PendingResult[] => {
    const call = calls.take(id);
    if (!isFailed && call !== undefined) edited(call.action);
    let own: PendingResult | undefined;
    if (call !== undefined && !isFailed) {
      const { text, firstLine = 1, action } = toShownResult(call.action, given);
      for (const one of pending.recent) {
        if (one.isStale) continue;
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
          firstLine,
          ...question,
        };
        own = createPendingResult(of, action, step, known.isFull ? () => true : known.has);
      }
    }
    shown(given);
    return own === undefined ? [] : pending.add(own);
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
          const settled = pending.begin(step);
          const { tool, args } = event;
          const texts = textsIn(args);
          texts.forEach(written);
          const chars = texts.reduce((sum, text) => sum + text.length, 0);
          calls.add(event.call, { tool, action: toAction(tool, args), question: questions.of(args) }, chars);
          return settled.map(toCase);
        }
        case 'asked':
          shown(event.text);
          // What came before is out of the context.
          return event.isSummary ? pending.end().map(toCase) : [];
        case 'gave':
          results++;
          return gave(event).map(toCase);
      }
    },
    end: () => pending.end().map(toCase),
  };
}

function isLong(text: string): boolean {
  if (text.length < MIN_CHARS) return false;
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1 && lines < MIN_LINES; at = text.indexOf('\n', at + 1)) lines++;
  return lines >= MIN_LINES;
}

function isReadOf({ action }: PendingResult, file: string): boolean {
  return action.kind === 'read' && action.files.some((own) => isSameFile(own, file));
}

/** True if an edit changes a file that a result is of. */
function touches(edits: readonly Edit[], of: Action): boolean {
  const places = of.kind === 'read' ? of.files : of.kind === 'search' ? of.places : [];
  return edits.some(({ file }) => places.some((place) => isSameFile(place, file)));
}

/** The texts that arguments hold, numbers aside: those of lines and limits say nothing. */
function textsIn(args: Arguments): readonly string[] {
  const texts: string[] = [];
  const todo: unknown[] = [args];
  for (let value = todo.pop(); value !== undefined; value = todo.pop()) {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) todo.push(each);
  }
  return texts;
}
