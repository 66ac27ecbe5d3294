import { Agent } from 'node:http';
import { send } from '../worker/load.ts';

export interface PaceOptions {
  readonly url: string;
  /** The key, or a function that returns the key of the i-th request. */
  readonly key: string | ((i: number) => string);
  readonly perSecond: number;
  readonly requests: number;
  readonly body: (i: number) => string;
}

export interface Paced {
  /** Milliseconds of each prune that was answered with 200. */
  readonly times: readonly number[];
  /** Number of other outcomes, by status or error. */
  readonly others: Readonly<Record<string, number>>;
  /** Seconds that the whole run took. */
  readonly seconds: number;
}

/** Sends prunes at a steady rate, however long each takes. */
export async function steadily({ url, key, perSecond, requests, body }: PaceOptions): Promise<Paced> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  const others: Record<string, number> = {};
  const began = performance.now();
  const one = async (i: number): Promise<void> => {
    const authorization = `Bearer ${typeof key === 'string' ? key : key(i)}`;
    const from = performance.now();
    const status = await send(`${url}/prune`, body(i), { authorization }, agent).catch(
      (error: NodeJS.ErrnoException) => error.code ?? error.message,
    );
    if (status === 200) times.push(performance.now() - from);
    else others[status] = (others[status] ?? 0) + 1;
  };
  const underWay: Promise<void>[] = [];
  for (let i = 0; i < requests; i++) {
    const wait = began + (i * 1_000) / perSecond - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    underWay.push(one(i));
  }
  await Promise.all(underWay);
  agent.destroy();
  return { times, others, seconds: (performance.now() - began) / 1_000 };
}
