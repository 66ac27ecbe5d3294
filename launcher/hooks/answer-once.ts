import { createHash } from 'node:crypto';
import type { HookCall } from './host-result.ts';

type Asked = Pick<HookCall, 'id' | 'event' | 'transcript' | 'tool' | 'args' | 'result'>;
type Answer = object | undefined;

/**
 * Answers a result once, for each hook that asks about it. `answer` gets the result's name, by which other servers know it as
 * well: a host with our plugin and our settings starts two. Undefined if nothing names it.
 */
export type AnswerOnce = (asked: Asked, answer: (name: string | undefined) => Promise<Answer>) => Promise<Answer>;

interface Given {
  readonly answer: Promise<Answer>;
  /** UTF-16 units that the answer may hold. */
  readonly chars: number;
}

/** Max answers that are remembered, and UTF-16 units of all of them; the oldest go first. */
const MAX_ANSWERS = 64;
const MAX_CHARS = 4 * 1024 * 1024;

/**
 * Shares one answer among hooks that ask about the same result, at the same time or one after the other: the user's settings
 * and the project's may both have ours. Otherwise the result would be counted twice, and be taken for shown again.
 */
export function createAnswerOnce(): AnswerOnce {
  const given = new Map<string, Given>();
  const keyOf = createKeys();
  return (asked, answer) => {
    const key = keyOf(asked);
    if (key === undefined) return answer(undefined);
    const known = given.get(key);
    if (known !== undefined) return known.answer;
    // Sessions that no file records are numbered here alone.
    const answered = answer(typeof asked.transcript === 'string' ? key : undefined);
    given.set(key, { answer: answered, chars: asked.result?.text.length ?? 0 });
    answered.then(
      (one) => one === undefined && given.has(key) && given.set(key, { answer: answered, chars: 0 }),
      // The next hook tries again.
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
    // The newest stays, however long it is: hooks are asking about it now.
    if (given.size === 1 || (given.size <= MAX_ANSWERS && chars <= MAX_CHARS)) return;
    given.delete(key);
    chars -= one.chars;
  }
}

/** Names results: the call alone does not, since ids may come again. Undefined if nothing tells a call from the next one. */
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
