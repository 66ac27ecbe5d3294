import { putNewest } from '../../src/session-memory/put-newest.ts';
import type { SessionPlace, Unstamped } from './ledger-record.ts';

/** Max sessions of one server. Each subagent has its own. */
const MAX_SESSIONS = 64;

/** Assigns records to recorded sessions. */
export interface RecordPlaces {
  /** Returns the records to write for one: itself, and records of definitions for sessions that send them. */
  of(record: Unstamped): readonly Unstamped[];
}

/** Learns sessions from results of hosts' own tools, because only these name their session. */
export function createPlaces(): RecordPlaces {
  const sessions = new Map<string, SessionPlace>();
  const definitions: (Unstamped & { readonly kind: 'definitions' })[] = [];
  let last: SessionPlace | undefined;
  return {
    of(record) {
      switch (record.kind) {
        case 'definitions':
          definitions.push(record);
          return [record, ...Array.from(sessions.values(), (session) => ({ ...record, session }))];
        case 'fetch':
          return [last === undefined ? record : { ...record, session: last }];
        case 'again':
        case 'late':
          return [record];
        case 'call': {
          const { session, shadow } = record;
          if (session === undefined || shadow) return [record];
          const isKnown = sessions.has(session.id);
          putNewest(sessions, session.id, session, MAX_SESSIONS);
          last = session;
          return isKnown ? [record] : [...definitions.map((one) => ({ ...one, session })), record];
        }
      }
    },
  };
}
