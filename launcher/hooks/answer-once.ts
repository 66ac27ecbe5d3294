import { createHash } from 'node:crypto';
import type { SessionCall } from './session-call.ts';

type Asked = Pick<SessionCall, 'id' | 'event' | 'transcript' | 'tool' | 'args' | 'result'>;
type Answer = object | undefined;

/**
 * Answers a result once for all hooks that ask about it. `answer` gets the result's name, or undefined if it has none.
 * The name is the same in other servers, because a host with both our plugin and our settings starts two servers.
 */
export type AnswerOnce = (asked: Asked, answer: (name: string | undefined) => Promise<Answer>) => Promise<Answer>;

interface Given {
  readonly answer: Promise<Answer>;
  /** Max UTF-16 units of the answer. */
  readonly chars: number;
}

/** Max remembered answers, and max UTF-16 units of all of them. The oldest are dropped first. */
const MAX_ANSWERS = 64;
const MAX_CHARS = 4 * 1024 * 1024;

/**
 * Shares one answer among hooks that ask about the same result, concurrently or one after another, because both the
 * user's and the project's settings may contain our hook. Otherwise the result would be counted twice, and would look
 * as if it were shown again.
 */
export function createAnswerOnce(): AnswerOnce {
  const given = new Map<string, Given>();
  const keyOf = createKeys();
  return (asked, answer) => {
    const key = keyOf(asked);
    if (key === undefined) return answer(undefined);
    const known = given.get(key);
    if (known !== undefined) return known.answer;
    // Sessions without a file are numbered only in this process, so other servers would not know the name.
    const answered = answer(typeof asked.transcript === 'string' ? key : undefined);
    given.set(key, { answer: answered, chars: asked.result?.text.length ?? 0 });
    answered.then(
      (one) => one === undefined && given.has(key) && given.set(key, { answer: answered, chars: 0 }),
      // Forget it, so that the next hook tries again.
      () => given.delete(key),
    );
    forgetOldest(given);
    return answered;
  };
}

function forgetOldest(given: Map<string, Given>): void {
  let chars = 0;
  for (const one of given.values()) chars += one.chars;
  for (const [key, one] of given) {
    // Keep the newest, however long it is, because hooks are asking about it now.
    if (given.size === 1 || (given.size <= MAX_ANSWERS && chars <= MAX_CHARS)) return;
    given.delete(key);
    chars -= one.chars;
  }
}

/**
 * Creates names for results. The call id alone is not enough, because ids may repeat. Undefined if nothing
 * distinguishes a call from the next one.
 */
function createKeys(): (asked: Asked) => string | undefined {
  const sessions = new WeakMap<object, number>();
  let count = 0;
  return ({ id, event, transcript, tool, args, result }) => {
    const call = id ?? event;
    if (call === undefined || transcript === undefined || result === undefined) return undefined;
    if (typeof transcript === 'object' && !sessions.has(transcript)) sessions.set(transcript, ++count);
    const session = typeof transcript === 'object' ? sessions.get(transcript) : transcript;
    const { path, firstLine, wholeIn, text } = result;
    const named = JSON.stringify([call, session, tool, args, path, firstLine, wholeIn]);
    return createHash('sha256').update(named).update('\0').update(text).digest('base64');
  };
}
