import { detached } from '../../../src/session-memory/detached.ts';
import { putNewest } from '../../../src/session-memory/put-newest.ts';
import type { DisplayedMessage } from '../../../src/unasked/session-state.ts';
import type { Displayed } from '../../hosts/host-hooks.ts';

/** Words that a host has displayed to its user. The host may record them only after the call that follows them. */
export type DisplayedWords = ReturnType<typeof createDisplayedWords>;

/** Max UTF-16 units of a message to keep. The last words lead to the call. */
const MAX_CHARS = 8192;
const MAX_SESSIONS = 16;

/** `now` returns milliseconds since 1970. */
export function createDisplayedWords(now: () => number) {
  const newest = new Map<string, DisplayedMessage & Pick<Displayed, 'message' | 'part'>>();
  return {
    add({ transcript, message, part, text }: Displayed): void {
      const last = newest.get(transcript);
      const before = last?.message === message ? last : undefined;
      // Both the user's and the project's settings may contain our hook.
      if (part !== undefined && before?.part !== undefined && part <= before.part) return;
      const words = detached(((before?.text ?? '') + text).slice(-MAX_CHARS));
      putNewest(newest, transcript, { message, part, text: words, at: now() }, MAX_SESSIONS);
    },
    /** Returns the newest message of a session; undefined if its host has displayed none. */
    of: (transcript: string): DisplayedMessage | undefined => newest.get(transcript),
    /** True if a host has reported a displayed message. */
    get isAny(): boolean {
      return newest.size > 0;
    },
  };
}
