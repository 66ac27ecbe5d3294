import { writeJson } from '../../../src/base/json/json-number.ts';
import { detached } from '../../../src/session-memory/detached.ts';
import { givenName } from '../../../src/session-memory/given-name.ts';
import { putNewest } from '../../../src/session-memory/put-newest.ts';
import { toAction } from '../../../src/transcripts/actions/to-action.ts';
import type { Arguments, SessionEvent } from '../../../src/transcripts/session-event.ts';
import { sha256Hex } from '../../platform/sha256.ts';
import type { CallQuestion } from '../questions/call-question.ts';
import { filesShown } from '../shown-files.ts';

/** Facts about a call that are kept from a session's transcript. */
export interface KnownCall {
  /** Description of its result, such as `the read of src/a.ts`. */
  readonly name: string;
  readonly question: CallQuestion | undefined;
  readonly exitCode?: number;
  /** Number of the model's request that made it, counted from 1. */
  readonly request: number;
  /** Files whose lines it shows. */
  readonly files: readonly string[];
  /** Hash of its tool and arguments. */
  readonly hash: string;
  /** True if its result is recorded. Default false. */
  readonly isDone?: boolean;
}

/** The newest calls of a session, by id. */
export interface KnownCalls {
  add(event: SessionEvent & { readonly kind: 'called' }, facts: Pick<KnownCall, 'question' | 'request'>): void;
  /** Adds facts that are recorded later about a call. Calls that are no longer known are ignored. */
  update(call: string, more: Pick<KnownCall, 'exitCode' | 'isDone'>): void;
  get(call: string): KnownCall | undefined;
  /** Returns the id of the newest call of that tool with these arguments that has no result yet. */
  pending(tool: string, args: Arguments): string | undefined;
}

/** Max calls to remember. */
const MAX_CALLS = 256;

export function createKnownCalls(): KnownCalls {
  const calls = new Map<string, KnownCall>();
  return {
    add({ call, tool, args }, { question, request }) {
      const action = toAction(tool, args);
      // A substring would keep the entire text in memory.
      const name = detached(givenName(tool, action));
      const files = filesShown(action).map(detached);
      const kept = question && { ...question, question: detached(question.question) };
      putNewest(calls, call, { name, question: kept, request, files, hash: hashOf(tool, args) }, MAX_CALLS);
    },
    update(id, more) {
      const call = calls.get(id);
      if (call !== undefined) calls.set(id, { ...call, ...more });
    },
    get: (call) => calls.get(call),
    pending(tool, args) {
      const hash = hashOf(tool, args);
      return Array.from(calls).findLast(([, call]) => call.isDone !== true && call.hash === hash)?.[0];
    },
  };
}

function hashOf(tool: string, args: Arguments): string {
  return sha256Hex(writeJson([tool, args]), 16);
}
