import type { SessionEvent } from '../../../../src/sessions/session-event.ts';

/** Calls that are read before it is said what a session is: enough to tell a copy from a fork. */
const HEAD_CALLS = 8;
/** No more events than this are held for them, and no more UTF-16 units of their texts. */
const MAX_EVENTS = 5000;
const MAX_CHARS = 8_000_000;

/** The beginning of a session, less what was read in another session. */
export interface SessionHead {
  add(event: SessionEvent): void;
  /** True once it holds enough calls, events or text. */
  readonly isFull: boolean;
  /** Ids of its calls. */
  readonly calls: readonly string[];
  /** True if it begins with calls that were read in another session, and has few calls of its own. */
  readonly isRepeated: boolean;
  /** Lets its events go one by one, so that a long text is not held while those behind it are judged. */
  take(): Iterable<SessionEvent>;
}

export function createSessionHead(isReadCall: (call: string) => boolean): SessionHead {
  let events: SessionEvent[] = [];
  let calls: string[] = [];
  let chars = 0;
  let isCopy = false;
  return {
    add(event) {
      const isOld = 'call' in event && isReadCall(event.call);
      if (!isOld) {
        events.push(event);
        if ('text' in event) chars += event.text.length;
      }
      if (event.kind !== 'called') return;
      if (!isOld) calls.push(event.call);
      else {
        // All before a repeated call is repeated as well.
        isCopy = true;
        events = [];
        calls = [];
        chars = 0;
      }
    },
    get isFull() {
      return calls.length >= HEAD_CALLS || events.length >= MAX_EVENTS || chars >= MAX_CHARS;
    },
    get calls() {
      return calls;
    },
    get isRepeated() {
      return isCopy && calls.length < HEAD_CALLS;
    },
    *take() {
      events.reverse();
      for (let event = events.pop(); event !== undefined; event = events.pop()) yield event;
    },
  };
}
