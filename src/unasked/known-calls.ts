import { writeJson } from '../base/json/json-number.ts';
import { detached } from '../session-memory/detached.ts';
import { hashLine, type LineHash } from '../session-memory/line-hash.ts';
import { putNewest } from '../session-memory/put-newest.ts';
import type { SessionContext } from '../session-memory/session-context.ts';
import { toCodeUnits } from '../text/code-units.ts';
import { toAction } from '../transcripts/actions/to-action.ts';
import type { Arguments, SessionEvent } from '../transcripts/session-event.ts';
import type { CallQuestion } from './call-question.ts';
import { filesShown } from './shown-files.ts';

/** Facts about a call that are kept from a session's transcript. */
export interface KnownCall {
  readonly tool: string;
  readonly question: CallQuestion | undefined;
  /** The session as the agent knew it when it made the call. Undefined once the result is recorded. */
  readonly context: SessionContext | undefined;
  readonly exitCode?: number;
  /** Number of the model's request that made it, counted from 1. */
  readonly request: number;
  /** Files whose lines it shows. */
  readonly files: readonly string[];
  /** Those of them that it reads. */
  readonly read: readonly string[];
  /** Hash of its tool and arguments. */
  readonly hash: LineHash;
  /** True if its result is recorded. Default false. */
  readonly isDone?: boolean;
}

/** Max calls to remember. */
const MAX_CALLS = 256;

/** The newest calls of a session, by id. */
export function createKnownCalls() {
  const calls = new Map<string, KnownCall>();
  return {
    add(
      { call, tool, args }: SessionEvent & { readonly kind: 'called' },
      { question, ...rest }: Pick<KnownCall, 'question' | 'request' | 'context'>,
    ): void {
      const action = toAction(tool, args);
      // A substring would keep the entire text in memory.
      const files = filesShown(action).map(detached);
      const read = action.kind === 'read' ? files : [];
      const kept = question && { ...question, question: detached(question.question) };
      putNewest(calls, call, { tool, question: kept, ...rest, files, read, hash: hashOf(tool, args) }, MAX_CALLS);
    },
    /** Adds facts that are recorded later about a call. Calls that are no longer known are ignored. */
    update(id: string, more: Partial<KnownCall>): void {
      const call = calls.get(id);
      if (call !== undefined) calls.set(id, { ...call, ...more });
    },
    get: (call: string): KnownCall | undefined => calls.get(call),
    /** True if a call of that tool has no result yet. */
    isPending: (tool: string): boolean => Array.from(calls.values()).some((one) => one.tool === tool && !one.isDone),
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
