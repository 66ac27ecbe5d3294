import { ask } from './ask.ts';
import type { Books, Key } from './books.ts';
import type { Replica, Stage } from './stage.ts';
import { makeKey } from './traffic.ts';
import { until } from './until.ts';

/** Observes the writes of usage. A replica writes usage in the order of its answers. */
export interface Writes {
  /**
   * Sends the replica a request, and resolves once the database counts it. Then all earlier answers of this replica are
   * counted too. Returns the number of answers when the request was sent.
   */
  areWritten(replica: Replica): Promise<number>;
}

/** Makes a separate key, whose requests the database counts apart from others. */
export async function openWrites({ url, sql }: Stage, books: Books): Promise<Writes> {
  const [{ team } = { team: '' }] = books.keys.values();
  const made = new Map<string, Key>();
  await makeKey(url, books, made, team);
  const [marker] = made.values();
  if (marker === undefined) throw new Error('cannot observe writes: no key was made');
  const { id, key } = marker;
  const counted = (): number =>
    Number(sql(`SELECT coalesce(sum(requests), 0) FROM usage WHERE period = 'day' AND key_id = '${id}'`)[0] ?? 0);
  return {
    async areWritten(replica) {
      const by = new URL(replica.url).host;
      for (;;) {
        const from = books.counted.length;
        const before = counted();
        const body = '{"query":"a","code":"b"}';
        const answer = await ask({ method: 'POST', url: `${replica.url}/prune`, key, body });
        if (!answer.ok || answer.status !== 200) continue;
        books.counted.push({ by });
        await until(() => counted() > before);
        return from;
      }
    },
  };
}
