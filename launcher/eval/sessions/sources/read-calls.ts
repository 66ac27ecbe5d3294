import type { SessionFormat } from '../../../../src/sessions/recorded-session.ts';
import { createTextSet } from '../../../../src/sessions/text-set.ts';

/** Formats whose ids of calls are unique, and stay the same when a host copies a session to resume or fork it. */
const KEEPING_IDS: ReadonlySet<SessionFormat> = new Set(['claude-code', 'codex', 'opencode', 'gemini-cli']);
/** Some logs have the ids blacked out. */
const MIN_ID = 12;

/** The calls of the sessions read so far, by their ids alone. */
export interface ReadCalls {
  add(format: SessionFormat, call: string): void;
  has(format: SessionFormat, call: string): boolean;
}

export function createReadCalls(): ReadCalls {
  const read = createTextSet();
  return {
    add(format, call) {
      if (KEEPING_IDS.has(format) && call.length >= MIN_ID) read.add(call);
    },
    has(format, call) {
      return KEEPING_IDS.has(format) && read.has(call);
    },
  };
}
