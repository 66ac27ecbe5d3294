import { detached } from '../session-memory/detached.ts';
import type { SessionContext } from '../session-memory/session-context.ts';
import { createSessionMemory } from '../session-memory/session-memory.ts';
import type { Arguments, SessionEvent } from '../transcripts/session-event.ts';
import { createAnswerOrder } from './answer-order.ts';
import { type CallQuestion, createCallQuestions } from './call-question.ts';
import { createKnownCalls } from './known-calls.ts';
import { createGivenFiles } from './shortened-results.ts';

/** Snapshot of a session's transcript. */
export interface KnownSession {
  /**
   * Returns the session as the agent knew it when it made a call: results of the same answer's other calls do not
   * count, because they may arrive before or after. For a call that is not recorded yet, all that is recorded counts.
   */
  contextOf(call: string | undefined): SessionContext;
  /** True if the user or the agent has said something. Otherwise it is unknown which lines are needed. */
  readonly hasWords: boolean;
  /**
   * Returns the newest call of a tool with these arguments that has no result yet, for a host whose hooks give no call
   * id.
   */
  pendingCall(tool: string, args: Arguments): string | undefined;
  /** True if a call of this tool has no result yet. */
  isPending(tool: string): boolean;
  /** True if a call is recorded, or its result. */
  knows(call: string): boolean;
  isDone(call: string): boolean;
  /** Returns the question of a call; undefined if nothing was said, or if the call is not recorded. */
  questionOf(call: string): CallQuestion | undefined;
  /** Returns the question of a call that is not recorded yet, from the last words only if they belong to it. */
  questionFor(args: Arguments, hasWords: boolean): CallQuestion | undefined;
  /** Returns the exit code of a command, if the transcript has the call and its end. */
  exitCodeOf(call: string): number | undefined;
  /**
   * Returns the number of the model's request that made a call, counted from 1; that of the next request if the call is
   * not recorded yet, or without a call. Undefined if the transcript does not identify requests.
   */
  requestOf(call?: string): number | undefined;
  /** Number of times that earlier results were removed from the context. */
  readonly resets: number;
  /** True if a file was shown to the agent with parts left out, and if it was read at all. */
  wasShortened(file: string): boolean;
  wasRead(file: string): boolean;
  /** True if the agent still has a file that was shortened since the session began, or since it was resumed. */
  isPartlyShown(file: string): boolean;
}

/** Keeps only what hooks need of a running session. */
export type SessionState = ReturnType<typeof createSessionState>;

/** Creates the state. `isWhole` means that the transcript records every removal from the agent's context. */
export function createSessionState(isWhole: boolean) {
  const memory = createSessionMemory({ isWhole });
  const asked = createCallQuestions();
  const calls = createKnownCalls();
  const files = createGivenFiles();
  /** Number of model requests so far, and the host's id of the last one. */
  let requests = 0;
  let request: string | undefined;
  let resets = 0;
  let hasWords = false;
  const order = createAnswerOrder();
  const apply = (event: SessionEvent): void => {
    memory.push(event);
    asked.told(event);
    if (event.request !== undefined && event.request !== request) {
      request = detached(event.request);
      requests++;
    }
    if (event.kind === 'cleared' || (event.kind === 'asked' && event.isSummary)) {
      resets++;
      files.passed();
    }
    if (event.kind === 'called')
      calls.add(event, { question: asked.of(event.args), request: requests, context: memory.context() });
    else if (event.kind === 'gave') files.add(event.text, calls.get(event.call));
  };
  const settle = (): void => order.release().forEach(apply);
  return {
    push(event: SessionEvent): void {
      if (event.kind === 'asked' || event.kind === 'said' || event.kind === 'thought') hasWords = true;
      order.push(event).forEach(apply);
      if (event.kind === 'exited') calls.update(event.call, { exitCode: event.exitCode });
      else if (event.kind === 'gave') calls.update(event.call, { isDone: true, context: undefined });
    },
    /** Tells that all of this happened before the session was resumed. */
    resumed: files.passed,
    known: (): KnownSession => ({
      contextOf(call) {
        const known = calls.get(call ?? '');
        if (known === undefined) settle();
        return known?.context ?? memory.context();
      },
      hasWords,
      pendingCall: calls.pending,
      isPending: calls.isPending,
      knows: (call) => calls.get(call) !== undefined,
      isDone: (call) => calls.get(call)?.isDone === true,
      questionFor(args, isOurs) {
        settle();
        return isOurs ? asked.of(args) : asked.of(args, '');
      },
      questionOf: (call) => calls.get(call)?.question,
      exitCodeOf: (call) => calls.get(call)?.exitCode,
      requestOf: (call) => (requests === 0 ? undefined : (calls.get(call ?? '')?.request ?? requests + 1)),
      resets,
      ...files.facts,
    }),
  };
}
