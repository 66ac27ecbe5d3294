import type { CallQuestion } from '../../src/unasked/call-question.ts';
import type { KnownSession } from '../../src/unasked/session-state.ts';
import { errnoOf } from '../platform/paths/errno-of.ts';
import type { Timers } from '../platform/timers.ts';
import type { SessionCall } from './session-call.ts';
import type { Transcript } from './transcript/transcript.ts';

/** A call, and what its session says about it. */
export interface FoundCall {
  readonly session: KnownSession;
  /**
   * Id of the call in the session's record; undefined if the call is not recorded yet or does not wait for this result,
   * or if calls have no ids.
   */
  readonly id: string | undefined;
  /** Question that the call is meant to answer; undefined if nothing was said at all. */
  readonly question: CallQuestion | undefined;
}

export interface FindOptions {
  /** Max time for the hook's answer, in milliseconds. */
  readonly timeoutMs: number;
  readonly timers: Timers;
}

/** Poll interval while waiting for a call to be recorded, and max time to wait, in milliseconds. */
const LOOK_MS = 15;
const MAX_WAIT_MS = 1000;
/** Share of the time limit that is reserved for pruning. */
const PRUNING_SHARE = 1 / 3;

/**
 * Reads the newest part of a session, and finds the call in it. If the host records calls late, waits for the call as
 * long as the time limit permits. Rejects if the session cannot be read.
 */
export async function findCall(
  call: SessionCall,
  reading: Transcript,
  { timeoutMs, timers }: FindOptions,
  signal: AbortSignal,
): Promise<FoundCall> {
  const { args, isRecordedLate = false } = call;
  const waitMs = isRecordedLate ? Math.min(timeoutMs * (1 - PRUNING_SHARE), MAX_WAIT_MS) : 0;
  for (let left = Math.ceil(waitMs / LOOK_MS); ; left--) {
    const isLast = left <= 0 || signal.aborted;
    try {
      const session = await reading.catchUp();
      const id = idIn(session, call);
      if (id !== undefined) return { session, id, question: session.questionOf(id) };
      // For a host without call ids, the last recorded words belong to the call. Otherwise they may belong to another.
      const hasNoId = call.id === undefined && !isRecordedLate;
      if (isLast) return { session, id, question: session.questionFor(args, hasNoId) };
    } catch (error) {
      // A new subagent's record may not exist yet.
      if (isLast || errnoOf(error) !== 'ENOENT') throw error;
    }
    await new Promise<void>((resolve) => timers.after(LOOK_MS, resolve));
  }
}

/**
 * Returns the id of a recorded call that waits for this result. If the hook has no id, the call is found by its
 * arguments.
 */
function idIn(session: KnownSession, { id, tool, args, isRecordedLate, laterTool }: SessionCall): string | undefined {
  if (id === undefined) return isRecordedLate === true ? session.pendingCall(tool, args) : undefined;
  const isAsked = laterTool === undefined || !session.isDone(id) || session.isPending(laterTool);
  return session.knows(id) && isAsked ? id : undefined;
}
