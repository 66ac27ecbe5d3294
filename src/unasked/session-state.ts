import { parseArtifactRef } from '../artifacts/artifact-ref.ts';
import { writeJson } from '../base/json/json-number.ts';
import { parsedField } from '../base/json/parsed-field.ts';
import { detached } from '../session-memory/detached.ts';
import { givenName } from '../session-memory/given-name.ts';
import { hashLine, type LineHash } from '../session-memory/line-hash.ts';
import { putNewest } from '../session-memory/put-newest.ts';
import type { SessionContext } from '../session-memory/session-context.ts';
import { createSessionMemory } from '../session-memory/session-memory.ts';
import { toCodeUnits } from '../text/code-units.ts';
import { readHookNotice } from '../text/hook-notice.ts';
import { toAction } from '../transcripts/actions/to-action.ts';
import { isFields } from '../transcripts/fields.ts';
import type { Arguments, SessionEvent } from '../transcripts/session-event.ts';
import { type CallQuestion, createCallQuestions } from './call-question.ts';
import { isAbsolute } from './paths.ts';
import { filesShown, isSameFile } from './shown-files.ts';

/** Words that a host has displayed before it records them. */
export interface DisplayedMessage {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Facts about a call that are kept from a session's transcript. */
interface KnownCall {
  /** Description of its result, such as `the read of src/a.ts`. */
  readonly name: string;
  readonly question: CallQuestion | undefined;
  readonly exitCode?: number;
  /** Number of the model's request that made it, counted from 1. */
  readonly request: number;
  /** Files whose lines it shows. */
  readonly files: readonly string[];
  /** Hash of its tool and arguments. */
  readonly hash: LineHash;
  /** True if its result is recorded. Default false. */
  readonly isDone?: boolean;
}

/** Max calls to remember. */
const MAX_CALLS = 256;

/** The newest calls of a session, by id. */
function createKnownCalls() {
  const calls = new Map<string, KnownCall>();
  return {
    add(
      { call, tool, args }: SessionEvent & { readonly kind: 'called' },
      { question, request }: Pick<KnownCall, 'question' | 'request'>,
    ): void {
      const action = toAction(tool, args);
      // A substring would keep the entire text in memory.
      const name = detached(givenName(tool, action));
      const files = filesShown(action).map(detached);
      const kept = question && { ...question, question: detached(question.question) };
      putNewest(calls, call, { name, question: kept, request, files, hash: hashOf(tool, args) }, MAX_CALLS);
    },
    /** Adds facts that are recorded later about a call. Calls that are no longer known are ignored. */
    update(id: string, more: Pick<KnownCall, 'exitCode' | 'isDone'>): void {
      const call = calls.get(id);
      if (call !== undefined) calls.set(id, { ...call, ...more });
    },
    get: (call: string): KnownCall | undefined => calls.get(call),
    /** Returns the id of the newest call of that tool with these arguments that has no result yet. */
    pending(tool: string, args: Arguments): string | undefined {
      const hash = hashOf(tool, args);
      return Array.from(calls).findLast(([, call]) => call.isDone !== true && call.hash === hash)?.[0];
    },
  };
}

function hashOf(tool: string, args: Arguments): LineHash {
  const call = toCodeUnits(writeJson([tool, args]));
  return hashLine(call, 0, call.length);
}

/** Max files to remember. */
const MAX_FILES = 256;

/** Files that were shown to an agent with parts left out. */
export function createPartlyShown() {
  const held = new Set<string>();
  return {
    add(files: readonly string[]): void {
      for (const file of files) {
        held.delete(file);
        held.add(file);
      }
      for (const oldest of held) {
        if (held.size <= MAX_FILES) break;
        held.delete(oldest);
      }
    },
    has: (file: string): boolean => [...held].some((other) => isSameFile(file, other)),
  };
}

/** Returns the artifact or file named by the notice in a result's last lines. For structured content, looks into its texts. */
export function refIn(shown: string): string | undefined {
  if (!shown.startsWith('{')) return refInText(shown);
  const content = parsedField(shown);
  const texts = isFields(content) ? Object.values(content).filter((value) => typeof value === 'string') : [];
  return texts.map(refInText).find((ref) => ref !== undefined) ?? refInText(shown);
}

function refInText(shown: string): string | undefined {
  const ref = readHookNotice(shown);
  if (ref === undefined || (!isAbsolute(ref) && parseArtifactRef(ref) === undefined)) return undefined;
  return detached(ref);
}

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
export type SessionState = ReturnType<typeof createSessionState>;

/** Max shortened results to remember. */
const MAX_SHORTENED = 8;

/** Creates the state. `isWhole` means that the transcript records every removal from the agent's context. */
export function createSessionState(isWhole: boolean) {
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
    push(event: SessionEvent): void {
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
    known: (): KnownSession => ({
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
