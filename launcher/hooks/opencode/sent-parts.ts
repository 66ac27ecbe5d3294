import { putNewest } from '../../../src/memory/put-newest.ts';

interface Part {
  readonly id?: unknown;
  readonly state?: { readonly status?: unknown } | undefined;
  readonly time?: { readonly start?: unknown; readonly end?: unknown } | undefined;
}

interface Message {
  readonly info: unknown;
  readonly parts: readonly Part[];
}

/** Remembers which parts of each session a server has, so that nothing is sent twice. */
export interface SentParts {
  /** True if that server was told of the session. Its token tells it from one that was started since. */
  knows(session: string, token: string): boolean;
  /** The messages with those parts that are new, or have ended; from then on they count as sent. Undefined for no messages. */
  without(session: string, token: string, messages: unknown): readonly Message[] | undefined;
}

/** Sessions that are remembered at once. */
const MAX_SESSIONS = 32;

export function createSentParts(): SentParts {
  const sessions = new Map<string, { readonly token: string; readonly parts: Set<string> }>();
  return {
    knows: (session, token) => sessions.get(session)?.token === token,
    without(session, token, messages) {
      if (!Array.isArray(messages)) return undefined;
      const known = sessions.get(session);
      const { parts } = known?.token === token ? known : { parts: new Set<string>() };
      putNewest(sessions, session, { token, parts }, MAX_SESSIONS);
      return (messages as readonly Message[]).flatMap(({ info, parts: all }) => {
        const next = all.filter(({ id, state, time }) => {
          const key = `${String(id)} ${String(state?.status)}`;
          // Words that are still being said come with a later call.
          const isSaid = time?.start === undefined || time.end !== undefined;
          return isSaid && !parts.has(key) && parts.add(key);
        });
        return next.length === 0 ? [] : [{ info, parts: next }];
      });
    },
  };
}
