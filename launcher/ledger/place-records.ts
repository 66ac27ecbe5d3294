import { putNewest } from '../../src/memory/put-newest.ts';
import type { SessionPlace, Unstamped } from './ledger-record.ts';

/** Max sessions of one server: subagents have one each. */
const MAX_SESSIONS = 64;

/** Tells in which recorded session each record stands. */
export interface RecordPlaces {
  /** The records to write for one: itself, and those that tell a session of the definitions that it sends. */
  of(record: Unstamped): readonly Unstamped[];
}

/** Learns of sessions from results of a host's own tools, which alone name theirs. */
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
