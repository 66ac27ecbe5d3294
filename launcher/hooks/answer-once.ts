import type { HookCall } from './host-result.ts';

/** Answers a call for each hook that asks at the same time. */
export type AnswerOnce = (
  call: Pick<HookCall, 'id' | 'transcript'>,
  answer: () => Promise<object | undefined>,
) => Promise<object | undefined>;

/**
 * Shares one answer among hooks that ask for the same call at the same time: the user's settings and the project's may both
 * have ours. Otherwise the result would be counted twice.
 */
export function createAnswerOnce(): AnswerOnce {
  const inFlight = new Map<string, Promise<object | undefined>>();
  return (call, answer) => {
    const { id, transcript } = call;
    if (id === undefined || typeof transcript !== 'string') return answer();
    const key = `${id} ${transcript}`;
    const asked = inFlight.get(key);
    if (asked !== undefined) return asked;
    const answered = answer().finally(() => inFlight.delete(key));
    inFlight.set(key, answered);
    return answered;
  };
}
