import { createSessionMemory } from '../../../../src/memory/session-memory.ts';
import { toShownResult } from '../../../../src/sessions/actions/shown-result.ts';
import { toAction } from '../../../../src/sessions/actions/to-action.ts';
import type { SessionFormat } from '../../../../src/sessions/recorded-session.ts';
import type { SessionEvent } from '../../../../src/sessions/session-event.ts';
import { createCallQuestions } from '../../../questions/call-question.ts';
import { argumentTexts } from './argument-texts.ts';
import { isLongEnough } from './case-size.ts';
import { toCaseTarget } from './case-target.ts';
import { createOpenCalls, type OpenCall } from './open-calls.ts';
import type { OpenedCase, SessionCase } from './session-case.ts';
import { createWatchedResults, type NewResult } from './watched-results.ts';

export interface CaseFinder {
  /** Takes the next event. Returns the cases about which nothing more can become known. */
  push(event: SessionEvent): readonly SessionCase[];
  /** Ends the session. Returns the cases that are left. */
  end(): readonly SessionCase[];
}

/**
 * Finds the cases of one session, in memory that is bounded whatever the session's size. `onOpened` is told of each as its
 * result comes.
 */
export function createCaseFinder(
  session: string,
  format: SessionFormat,
  onOpened?: (opened: OpenedCase) => void,
): CaseFinder {
  const watched = createWatchedResults();
  const questions = createCallQuestions();
  const calls = createOpenCalls();
  const memory = createSessionMemory();
  let results = 0;

  const called = ({ call, tool, args }: SessionEvent & { readonly kind: 'called' }): readonly SessionCase[] => {
    const settled = watched.step();
    const texts = argumentTexts(args);
    texts.forEach(watched.written);
    const chars = texts.reduce((sum, text) => sum + text.length, 0);
    calls.add(call, { tool, args, action: toAction(tool, args), question: questions.of(args), results }, chars);
    return settled;
  };
  /** Takes from what a call gave which earlier results were used, and returns it if it is to be watched. */
  const succeeded = (call: OpenCall, given: string): NewResult | undefined => {
    const { tool, question } = call;
    watched.changed(call.action);
    const { text, firstLine, action } = toShownResult(call.action, given);
    watched.gave({ action, text, firstLine }, call.results);
    if (question === undefined || !isLongEnough(text)) return undefined;
    const target = toCaseTarget(action, tool);
    const of = { session, format, result: results, tool, ...target, text, firstLine: firstLine ?? 1, ...question };
    const opened = { of: { ...of, context: memory.context() }, args: call.args };
    onOpened?.(opened);
    return { of: opened.of, action };
  };
  const gave = ({ call: id, text, isFailed }: SessionEvent & { readonly kind: 'gave' }): readonly SessionCase[] => {
    results++;
    const call = calls.take(id);
    return watched.shown(text, call === undefined || isFailed ? undefined : succeeded(call, text));
  };

  const settled = (event: SessionEvent): readonly SessionCase[] => {
    switch (event.kind) {
      case 'said':
      case 'thought':
        watched.written(event.text);
        return [];
      case 'called':
        return called(event);
      case 'asked':
        watched.shown(event.text);
        // What came before is out of the context.
        return event.isSummary ? watched.end() : [];
      case 'gave':
        return gave(event);
      case 'exited':
      case 'cleared':
        return [];
    }
  };

  return {
    push(event) {
      questions.told(event);
      const cases = settled(event);
      memory.push(event);
      return cases;
    },
    end: () => watched.end(),
  };
}
