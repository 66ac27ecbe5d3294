import type { Action } from '../../../../src/sessions/actions/action.ts';
import type { Arguments } from '../../../../src/sessions/session-event.ts';
import type { CallQuestion } from '../../../questions/call-question.ts';

export interface OpenCall {
  readonly tool: string;
  readonly args: Arguments;
  readonly action: Action;
  readonly question: CallQuestion | undefined;
  /** Results that were there when it was made: only of these can the agent come back for more. */
  readonly results: number;
}

/** Agents make some dozens of calls at once; beyond, the oldest are given up. */
const MAX_CALLS = 256;
/** UTF-16 units of their arguments. */
const MAX_CHARS = 16_000_000;

/** The calls that have no result yet. Some never get one, so that only so many are held. */
export interface OpenCalls {
  /** `chars`: UTF-16 units of the call's arguments. */
  add(id: string, call: OpenCall, chars: number): void;
  /** Returns a call and lets it go. */
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
