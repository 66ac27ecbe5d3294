import type { SessionEvent } from '../../src/transcripts/session-event.ts';

/** Number of calls to read before deciding whether a session is a copy or a fork. */
const HEAD_CALLS = 8;
/** Max events to hold while reading these calls, and max UTF-16 units of their texts. */
const MAX_EVENTS = 5000;
const MAX_CHARS = 8_000_000;

/** Start of a session, without events that were already read in another session. */
export interface SessionHead {
  add(event: SessionEvent): void;
  /** True once it has enough calls, events or text. */
  readonly isFull: boolean;
  /** Ids of its calls. */
  readonly calls: readonly string[];
  /** True if it starts with calls already read in another session, and has few calls of its own. */
  readonly isRepeated: boolean;
  /** Yields and removes its events one by one, so that a long text is freed while later events are processed. */
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
        // Everything before a repeated call is repeated too.
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
