import type { SessionContext } from '../../../../src/session-memory/session-context.ts';
import type { Action } from '../../../../src/transcripts/actions/action.ts';
import type { Arguments } from '../../../../src/transcripts/session-event.ts';
import type { CallQuestion } from '../../../../src/unasked/call-question.ts';

export interface OpenCall {
  readonly tool: string;
  readonly args: Arguments;
  readonly action: Action;
  readonly question: CallQuestion | undefined;
  /** The session as the agent knew it when it made the call. */
  readonly context: SessionContext;
  /** Number of results before the call. The agent can only come back for more of these. */
  readonly results: number;
}

/** Max pending calls. Agents make a few dozen at once. Beyond the limit, the oldest calls are dropped. */
const MAX_CALLS = 256;
/** Max UTF-16 units of their arguments. */
const MAX_CHARS = 16_000_000;

/** Calls that have no result yet. Their number is limited, because some never get one. */
export interface OpenCalls {
  /** `chars`: UTF-16 units of the call's arguments. */
  add(id: string, call: OpenCall, chars: number): void;
  /** Removes and returns a call. */
  take(id: string): OpenCall | undefined;
}

export function createOpenCalls(): OpenCalls {
  const open = new Map<string, { readonly call: OpenCall; readonly chars: number }>();
  let total = 0;
  const remove = (id: string): OpenCall | undefined => {
    const held = open.get(id);
    open.delete(id);
    total -= held?.chars ?? 0;
    return held?.call;
  };
  return {
    add(id, call, chars) {
      remove(id);
      open.set(id, { call, chars });
      total += chars;
      for (const oldest of open.keys()) {
        if (oldest === id || (open.size <= MAX_CALLS && total <= MAX_CHARS)) break;
        remove(oldest);
      }
    },
    take: remove,
  };
}
