import { createSessionMemory } from '../../../../src/session-memory/session-memory.ts';
import { toShownResult } from '../../../../src/transcripts/actions/shown-result.ts';
import { isShellTool, toAction } from '../../../../src/transcripts/actions/to-action.ts';
import type { SessionFormat } from '../../../../src/transcripts/recorded-session.ts';
import type { Arguments, SessionEvent } from '../../../../src/transcripts/session-event.ts';
import { createCallQuestions } from '../../../../src/unasked/call-question.ts';
import { MIN_CHARS } from './case-size.ts';
import { toCaseTarget } from './case-target.ts';
import { createOpenCalls, type OpenCall } from './open-calls.ts';
import type { OpenedCase, SessionCase } from './session-case.ts';
import { createWatchedResults, type NewResult } from './watched-results.ts';

/** Tools with which an agent writes a todo list or a plan, or gives a review. */
const REPORT_TOOL = /^(?:TodoWrite|write_todos|update_plan|TaskCreate|ExitPlanMode)$|review|comment|findings/i;
const REPORT_COMMAND = /\bgh (?:pr|issue) (?:review|comment|create)\b/;

/** Finds the cases of one session, in bounded memory whatever the session's size. Takes its events in answer order. */
export class CaseFinder {
  readonly #session: string;
  readonly #format: SessionFormat;
  readonly #onOpened: ((opened: OpenedCase) => void) | undefined;
  readonly #watched = createWatchedResults();
  readonly #questions = createCallQuestions();
  readonly #calls = createOpenCalls();
  readonly #memory = createSessionMemory();
  #results = 0;
  /** Text that the agent has written since its last call. If no call follows, it is a final answer. */
  #last = '';

  /** `onOpened` is called for each case as soon as its result arrives. */
  constructor(session: string, format: SessionFormat, onOpened?: (opened: OpenedCase) => void) {
    this.#session = session;
    this.#format = format;
    this.#onOpened = onOpened;
  }

  /** Handles the next event. Returns the cases that are final, because no later event can add to them. */
  push(event: SessionEvent): readonly SessionCase[] {
    this.#questions.told(event);
    this.#memory.push(event);
    return this.#settledBy(event);
  }

  /** Ends the session. Returns the remaining cases. */
  end(): readonly SessionCase[] {
    this.#answered();
    return this.#watched.end();
  }

  #settledBy(event: SessionEvent): readonly SessionCase[] {
    switch (event.kind) {
      case 'said':
        this.#watched.written(event.text);
        this.#last += `${event.text}\n\n`;
        return [];
      case 'thought':
        this.#watched.written(event.text);
        return [];
      case 'called':
        this.#called(event);
        return [];
      case 'asked':
        this.#answered();
        this.#watched.shown(event.text);
        // After a summary, everything before is out of the context.
        return event.isSummary ? this.#watched.end() : [];
      case 'gave':
        return this.#gave(event);
      case 'exited':
      case 'cleared':
      case 'billed':
        return [];
    }
  }

  #answered(): void {
    this.#watched.cited(this.#last);
    this.#last = '';
  }

  #called({ call, tool, args }: SessionEvent & { readonly kind: 'called' }): void {
    this.#last = '';
    this.#watched.step();
    const texts = argumentTexts(args);
    for (const text of texts) this.#watched.written(text);
    if (isReport(tool, texts)) this.#watched.cited(texts.join('\n\n'));
    const chars = texts.reduce((sum, text) => sum + text.length, 0);
    const asked = { question: this.#questions.of(args), context: this.#memory.context() };
    this.#calls.add(call, { tool, args, action: toAction(tool, args), ...asked, results: this.#results }, chars);
  }

  #gave({ call: id, text, isFailed }: SessionEvent & { readonly kind: 'gave' }): readonly SessionCase[] {
    this.#results++;
    const call = this.#calls.take(id);
    return this.#watched.shown(text, call === undefined || isFailed ? undefined : this.#succeeded(call, text));
  }

  /** Uses a call's result to detect which earlier results were used. Returns the result if its use must be watched. */
  #succeeded({ tool, args, question, context, ...call }: OpenCall, given: string): NewResult | undefined {
    this.#watched.changed(call.action);
    const { text, firstLine, action } = toShownResult(call.action, given);
    this.#watched.gave({ action, text, firstLine }, call.results);
    if (question === undefined || text.length < MIN_CHARS) return undefined;
    const of = {
      ...{ session: this.#session, format: this.#format, result: this.#results, tool },
      ...toCaseTarget(action, tool),
      // Agents also read from line 0, which is the first.
      ...{ text, firstLine: Math.max(1, firstLine ?? 1) },
      ...question,
      context,
    };
    this.#onOpened?.({ of, args });
    return { of, action };
  }
}

function isReport(tool: string, texts: readonly string[]): boolean {
  return REPORT_TOOL.test(tool) || (isShellTool(tool) && texts.some((text) => REPORT_COMMAND.test(text)));
}

/** Returns all strings in the arguments in their order, at any depth. Numbers such as limits and offsets are left out. */
function argumentTexts(args: Arguments): readonly string[] {
  const texts: string[] = [];
  const todo: unknown[] = [args];
  for (let value = todo.pop(); value !== undefined; value = todo.pop()) {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) todo.push(each);
  }
  return texts.reverse();
}
