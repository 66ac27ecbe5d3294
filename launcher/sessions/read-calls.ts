import { isRedacted } from '../../src/transcripts/formats/claude-code.ts';
import { FORMATS } from '../../src/transcripts/formats/formats.ts';
import type { SessionFormat } from '../../src/transcripts/recorded-session.ts';
import { createTextSet } from '../../src/transcripts/text-set.ts';

const KEEPING_IDS: ReadonlySet<SessionFormat> = new Set(
  FORMATS.flatMap(({ name, keepsCallIds }) => (keepsCallIds === true ? [name] : [])),
);
/** Min length of an id that is unique among all sessions. */
const MIN_ID = 12;

/** Ids of all calls in the sessions read so far. */
export interface ReadCalls {
  add(format: SessionFormat, call: string): void;
  has(format: SessionFormat, call: string): boolean;
}

export function createReadCalls(): ReadCalls {
  const read = createTextSet();
  return {
    add(format, call) {
      if (KEEPING_IDS.has(format) && call.length >= MIN_ID && !isRedacted(call)) read.add(call);
    },
    has(format, call) {
      return KEEPING_IDS.has(format) && read.has(call);
    },
  };
}
