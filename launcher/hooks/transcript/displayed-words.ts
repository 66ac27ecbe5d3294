import { putNewest } from '../../../src/session-memory/put-newest.ts';
import type { Displayed } from '../../hosts/host-hooks.ts';

/** Words that a host has displayed to its user, which it may record only after the call that follows them. */
export interface DisplayedWords {
  add(displayed: Displayed): void;
  /** Returns the newest message of a session; undefined if its host has displayed none. */
  of(transcript: string): DisplayedMessage | undefined;
  /** True if the host displays messages to hooks at all. */
  readonly isAny: boolean;
}

export interface DisplayedMessage {
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Max UTF-16 units of a message to keep. The last words lead to the call. */
const MAX_CHARS = 8192;
const MAX_SESSIONS = 16;

/** `now` returns milliseconds since 1970. */
export function createDisplayedWords(now: () => number): DisplayedWords {
  const newest = new Map<string, DisplayedMessage & { readonly message: string }>();
  return {
    add({ transcript, message, text }) {
      const before = newest.get(transcript);
      const whole = before?.message === message ? before.text + text : text;
      putNewest(newest, transcript, { message, text: whole.slice(-MAX_CHARS), at: now() }, MAX_SESSIONS);
    },
    of: (transcript) => newest.get(transcript),
    get isAny() {
      return newest.size > 0;
    },
  };
}
