import type { SessionFormat } from '../../../src/sessions/recorded-session.ts';

/** Formats whose ids of calls come from the model's provider, and stay the same when a host copies a session to resume it. */
const KEEPING_IDS: ReadonlySet<SessionFormat> = new Set(['claude-code', 'codex', 'opencode', 'gemini-cli']);
/** Some logs have the ids blacked out. */
const MIN_ID = 12;

/** The calls of the sessions read so far, by their ids alone. */
export interface ReadCalls {
  add(format: SessionFormat, call: string): void;
  /** True if at least half of a session's first calls were read in another session. */
  isRepeated(format: SessionFormat, firstCalls: readonly string[]): boolean;
}

export function createReadCalls(): ReadCalls {
  const read = new Set<string>();
  const counts = (format: SessionFormat, call: string): boolean => KEEPING_IDS.has(format) && call.length >= MIN_ID;
  return {
    add(format, call) {
      if (counts(format, call)) read.add(call);
    },
    isRepeated(format, firstCalls) {
      const seen = firstCalls.filter((call) => counts(format, call) && read.has(call)).length;
      return seen > 0 && seen * 2 >= firstCalls.length;
    },
  };
}
