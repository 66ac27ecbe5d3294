import { putNewest } from '../../../src/session-memory/put-newest.ts';
import { type OpencodeMessage, partKey } from './part-key.ts';

/** Messages not yet sent to a server. */
export interface UnsentParts {
  readonly messages: readonly OpencodeMessage[];
  /** True if messages between these and the ones sent before may be missing. */
  readonly hasGap: boolean;
  /**
   * Marks them as sent. Call it once the server has answered, because messages that it never received must be sent
   * again.
   */
  told(): void;
}

/** Remembers which parts of each session a server has received, so that almost nothing is sent twice. */
export type SentParts = ReturnType<typeof createSentParts>;

/** Max sessions to remember. */
const MAX_SESSIONS = 32;

interface Sent {
  readonly token: string;
  readonly parts: Set<string>;
  readonly messages: Set<unknown>;
}

export function createSentParts() {
  const sessions = new Map<string, Sent>();
  const sentTo = (session: string, token: string): Sent | undefined => {
    const known = sessions.get(session);
    return known?.token === token ? known : undefined;
  };
  return {
    /** True if that server has received the session. The token distinguishes it from a server started later. */
    knows: (session: string, token: string): boolean => sentTo(session, token) !== undefined,
    /**
     * Returns the messages, but only with parts that are new, or that were incomplete before. Undefined if there are no
     * messages.
     */
    without(session: string, token: string, given: unknown): UnsentParts | undefined {
      if (!Array.isArray(given)) return undefined;
      const all = given as readonly OpencodeMessage[];
      const known = sentTo(session, token);
      const messages = all.flatMap((message) => {
        const parts = message.parts.filter((part) => {
          const key = partKey(part);
          return key !== undefined && known?.parts.has(key) !== true;
        });
        return parts.length === 0 ? [] : [{ ...message, parts }];
      });
      return {
        messages,
        hasGap: known !== undefined && !all.some(({ info }) => known.messages.has(info?.id)),
        told() {
          const { parts, messages: ids } = sentTo(session, token) ?? { parts: new Set(), messages: new Set() };
          for (const { info } of all) ids.add(info?.id);
          for (const part of messages.flatMap((message) => message.parts)) parts.add(partKey(part) as string);
          putNewest(sessions, session, { token, parts, messages: ids }, MAX_SESSIONS);
        },
      };
    },
  };
}
