import { putNewest } from '../../src/session-memory/put-newest.ts';
import type { GivenRecord, SessionPlace } from './ledger-record.ts';

/** Max sessions of one server. Each subagent has its own. */
const MAX_SESSIONS = 64;

/** Learns sessions from records of hosts' hooks, because only hooks name their session. */
export function createPlaces() {
  const sessions = new Map<string, SessionPlace>();
  const definitions: (GivenRecord & { readonly kind: 'definitions' })[] = [];
  const newest = new Map<string, SessionPlace>();
  let last: SessionPlace | undefined;
  return {
    /** Returns the records to write for requests that were recorded since the last time. */
    ofRequests(): readonly GivenRecord[] {
      const records = Array.from(newest.values()).flatMap((session): readonly GivenRecord[] => {
        const known = sessions.get(session.id);
        if (known !== undefined && known.request >= session.request) return [];
        putNewest(sessions, session.id, session, MAX_SESSIONS);
        // An empty record advances the session, which counts its known definitions again.
        const added = known === undefined ? definitions : [{ kind: 'definitions', own: [], others: [] } as const];
        return added.map((one) => ({ ...one, session }));
      });
      newest.clear();
      return records;
    },
    /** Returns the records to write for one: itself, and records of definitions for sessions that send them. */
    of(record: GivenRecord): readonly GivenRecord[] {
      switch (record.kind) {
        case 'definitions':
          definitions.push(record);
          return [record, ...Array.from(sessions.values(), (session) => ({ ...record, session }))];
        case 'fetch':
          return [last === undefined ? record : { ...record, session: last }];
        case 'again':
        case 'whole':
          return [record];
        case 'call': {
          const { session, shadow } = record;
          if (session === undefined) return [record];
          if (shadow) {
            // The record saves nothing, but the session sends our definitions.
            putNewest(newest, session.id, session, MAX_SESSIONS);
            return [record];
          }
          const isKnown = sessions.has(session.id);
          putNewest(sessions, session.id, session, MAX_SESSIONS);
          last = session;
          return isKnown ? [record] : [...definitions.map((one) => ({ ...one, session })), record];
        }
      }
    },
  };
}
