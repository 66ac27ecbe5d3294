import { isFields } from '../../../src/transcripts/fields.ts';
import { createOpencodeReader } from '../../../src/transcripts/formats/opencode.ts';
import { partKey } from '../opencode/part-key.ts';
import { keepOpened } from './keep-opened.ts';
import { createSessionState } from './session-state.ts';
import type { Transcript } from './transcript.ts';

/** A session without a file, reported by its host's plugin. */
export interface ToldSession extends Transcript {
  /**
   * Handles messages of opencode, with the parts that are new or complete since the last time. Repeated parts are
   * ignored.
   */
  tell(messages: readonly unknown[]): void;
}

/** Creates a lookup of sessions by the host's ids. */
export function createToldSessions(): (id: string) => ToldSession {
  return keepOpened(() => {
    const reader = createOpencodeReader();
    // opencode removes old results from the context without notifying plugins.
    const session = createSessionState(false);
    const called = new Set<string>();
    const told = new Set<string>();
    const isNew = (part: unknown): boolean => {
      const key = isFields(part) ? partKey(part) : undefined;
      if (key === undefined || told.has(key)) return false;
      told.add(key);
      return true;
    };
    return {
      tell(messages) {
        const news = messages
          .filter(isFields)
          .map((one) => ({ ...one, parts: Array.isArray(one['parts']) ? one['parts'].filter(isNew) : [] }));
        for (const event of news.flatMap((message) => reader.read(message))) {
          // A call is reported while it runs, and again with its result.
          if (event.kind === 'called' && called.has(event.call)) continue;
          if (event.kind === 'called') called.add(event.call);
          session.push(event);
        }
      },
      catchUp: async () => session.known(),
    };
  });
}
