import { detached } from '../../../src/memory/detached.ts';
import { givenName } from '../../../src/memory/given-name.ts';
import { putNewest } from '../../../src/memory/put-newest.ts';
import type { SessionContext } from '../../../src/memory/session-context.ts';
import { createSessionMemory } from '../../../src/memory/session-memory.ts';
import { toAction } from '../../../src/sessions/actions/to-action.ts';
import type { Arguments, SessionEvent } from '../../../src/sessions/session-event.ts';
import { createCallQuestions } from '../../questions/call-question.ts';
import { refIn } from '../hook-notice.ts';
import { createPartlyShown } from '../partly-shown.ts';
import { filesShown } from '../shown-files.ts';

/** Snapshot of what a session's record says. */
export interface KnownSession {
  readonly context: SessionContext;
  /** True if the user or the agent has said something. Otherwise nothing tells which lines are needed. */
  readonly hasWords: boolean;
  /** The agent's words for a call; undefined if it said nothing, or if the call is not recorded. */
  questionOf(call: string): string | undefined;
  /** The agent's words for a call that is yet to be recorded. */
  questionFor(args: Arguments): string | undefined;
  /** The exit code of a command, if the record has the call and its end. */
  exitCodeOf(call: string): number | undefined;
  /**
   * The model's request that made a call, counted from 1; the next one if the call is not recorded yet. Undefined if the
   * host's record does not tell requests apart.
   */
  requestOf(call: string): number | undefined;
  /** How many times earlier results were taken out of the context. */
  readonly resets: number;
  /** True if a file was shown to the agent in part, because a result was shortened. */
  wasShortened(file: string): boolean;
  /** Results that were shortened, the newest last. */
  readonly shortened: readonly ShortenedResult[];
}

export interface ShortenedResult {
  /** For example `the read of src/a.ts`. */
  readonly name: string;
  /** Reference of the artifact that holds all of it. */
  readonly ref: string;
}

/** Keeps the part of a running session that hooks need, not the session itself. */
export interface SessionState {
  push(event: SessionEvent): void;
  known(): KnownSession;
}

/** Max calls that are remembered. */
const MAX_CALLS = 256;
/** Max shortened results that are remembered. */
const MAX_SHORTENED = 8;

interface KnownCall {
  readonly name: string;
  readonly question: string | undefined;
  readonly exitCode?: number;
  readonly request: number;
  /** Files that it shows lines of. */
  readonly files: readonly string[];
}

/** `isWhole`: nothing that was told goes out of the agent's context unless that is told as well. */
export function createSessionState(isWhole: boolean): SessionState {
  const memory = createSessionMemory({ isWhole });
  const asked = createCallQuestions();
  const calls = new Map<string, KnownCall>();
  /** Names of results by their artifacts. */
  const shortened = new Map<string, string>();
  /** Files of which parts were left out. */
  const files = createPartlyShown();
  /** Model requests so far, and the host's id of the last one. */
  let requests = 0;
  let request: string | undefined;
  let resets = 0;
  let hasWords = false;
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
      if (event.request !== undefined && event.request !== request) {
        request = detached(event.request);
        requests++;
      }
      if (event.kind === 'cleared' || (event.kind === 'asked' && event.isSummary)) resets++;
      if (event.kind === 'called') {
        putNewest(
          calls,
          event.call,
          { ...knownCall(event, asked.of(event.args)?.question), request: requests },
          MAX_CALLS,
        );
      } else if (event.kind === 'exited') {
        const call = calls.get(event.call);
        if (call !== undefined) calls.set(event.call, { ...call, exitCode: event.exitCode });
      } else if (event.kind === 'gave') gave(event.call, event.text);
    },
    known: () => ({
      context: memory.context(),
      hasWords,
      questionFor: (args) => asked.of(args)?.question,
      questionOf: (call) => calls.get(call)?.question,
      exitCodeOf: (call) => calls.get(call)?.exitCode,
      requestOf: (call) => (requests === 0 ? undefined : (calls.get(call)?.request ?? requests + 1)),
      resets,
      wasShortened: files.has,
      shortened: Array.from(shortened, ([ref, name]) => ({ name, ref })),
    }),
  };
}

/** Copies what is kept of a call: a part of a text would hold all of it. */
function knownCall(
  { tool, args }: SessionEvent & { readonly kind: 'called' },
  question: string | undefined,
): Omit<KnownCall, 'request'> {
  const action = toAction(tool, args);
  const name = detached(givenName(tool, action));
  return { name, question: question && detached(question), files: filesShown(action).map(detached) };
}
