import { detached } from '../../../src/session-memory/detached.ts';
import { putNewest } from '../../../src/session-memory/put-newest.ts';
import type { SessionContext } from '../../../src/session-memory/session-context.ts';
import { createSessionMemory } from '../../../src/session-memory/session-memory.ts';
import type { Arguments, SessionEvent } from '../../../src/transcripts/session-event.ts';
import { createPartlyShown } from '../partly-shown.ts';
import { type CallQuestion, createCallQuestions } from '../questions/call-question.ts';
import type { DisplayedMessage } from './displayed-words.ts';
import { createKnownCalls } from './known-calls.ts';
import { refIn } from './ref-in.ts';

/** Snapshot of a session's transcript. */
export interface KnownSession {
  readonly context: SessionContext;
  /** True if the user or the agent has said something. Otherwise it is unknown which lines are needed. */
  readonly hasWords: boolean;
  /**
   * Returns the newest call of a tool with these arguments that has no result yet, for a host whose hooks give no call
   * id.
   */
  pendingCall(tool: string, args: Arguments): string | undefined;
  /** True if a call is recorded. */
  knows(call: string): boolean;
  /** Returns the question of a call; undefined if nothing was said, or if the call is not recorded. */
  questionOf(call: string): CallQuestion | undefined;
  /**
   * Returns the question of a call that is not recorded yet. It uses the displayed words if they are newer than the
   * last result. Without `displayed` it uses the last recorded words.
   */
  questionFor(args: Arguments, displayed?: DisplayedMessage): CallQuestion | undefined;
  /** Returns the exit code of a command, if the transcript has the call and its end. */
  exitCodeOf(call: string): number | undefined;
  /**
   * Returns the number of the model's request that made a call, counted from 1; that of the next request if the call is
   * not recorded yet, or without a call. Undefined if the transcript does not identify requests.
   */
  requestOf(call?: string): number | undefined;
  /** Number of times that earlier results were removed from the context. */
  readonly resets: number;
  /** True if a file was shown to the agent with parts left out. */
  wasShortened(file: string): boolean;
  /** Shortened results, newest last. */
  readonly shortened: readonly ShortenedResult[];
}

export interface ShortenedResult {
  /** Description of the result, such as `the read of src/a.ts`. */
  readonly name: string;
  /** Reference of the artifact with the original, or the path of a file with it. */
  readonly ref: string;
}

/** Keeps only what hooks need of a running session. */
export interface SessionState {
  push(event: SessionEvent): void;
  known(): KnownSession;
}

/** Max shortened results to remember. */
const MAX_SHORTENED = 8;

/** Creates the state. `isWhole` means that the transcript records every removal from the agent's context. */
export function createSessionState(isWhole: boolean): SessionState {
  const memory = createSessionMemory({ isWhole });
  const asked = createCallQuestions();
  const calls = createKnownCalls();
  /** Names of results, by artifact. */
  const shortened = new Map<string, string>();
  /** Files that were shown with parts left out. */
  const files = createPartlyShown();
  /** Number of model requests so far, and the host's id of the last one. */
  let requests = 0;
  let request: string | undefined;
  let resets = 0;
  let hasWords = false;
  /** Start of the agent's turn: the time of the last prompt or result. */
  let turnAt = Number.NEGATIVE_INFINITY;
  const gave = (id: string, text: string): void => {
    const ref = refIn(text);
    if (ref === undefined) return;
    const call = calls.get(id);
    putNewest(shortened, ref, call?.name ?? 'a result', MAX_SHORTENED);
    files.add(call?.files ?? []);
  };
  return {
    push(event) {
      memory.push(event);
      asked.told(event);
      if (event.kind === 'asked' || event.kind === 'said' || event.kind === 'thought') hasWords = true;
      if (event.kind === 'asked' || event.kind === 'gave') turnAt = event.at ?? turnAt;
      if (event.request !== undefined && event.request !== request) {
        request = detached(event.request);
        requests++;
      }
      if (event.kind === 'cleared' || (event.kind === 'asked' && event.isSummary)) resets++;
      if (event.kind === 'called') {
        calls.add(event, { question: asked.of(event.args), request: requests });
      } else if (event.kind === 'exited') calls.update(event.call, { exitCode: event.exitCode });
      else if (event.kind === 'gave') {
        gave(event.call, event.text);
        calls.update(event.call, { isDone: true });
      }
    },
    known: () => ({
      context: memory.context(),
      hasWords,
      pendingCall: calls.pending,
      knows: (call) => calls.get(call) !== undefined,
      questionFor: (args, displayed) => asked.of(args, displayed && (displayed.at >= turnAt ? displayed.text : '')),
      questionOf: (call) => calls.get(call)?.question,
      exitCodeOf: (call) => calls.get(call)?.exitCode,
      requestOf: (call) => (requests === 0 ? undefined : (calls.get(call ?? '')?.request ?? requests + 1)),
      resets,
      wasShortened: files.has,
      shortened: Array.from(shortened, ([ref, name]) => ({ name, ref })),
    }),
  };
}
