import { Agent, request } from 'node:http';

export interface LoadOptions {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Returns the body of the i-th request; undefined for a GET. */
  readonly body?: ((i: number) => string) | undefined;
  readonly requests: number;
  /** Max requests in flight. */
  readonly concurrency: number;
}

export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds of each request. */
  readonly times: readonly number[];
  /** Milliseconds from sending a request to the last byte of the answer. */
  readonly p50: number;
  readonly p99: number;
  /** Number of answers by status. */
  readonly statuses: Readonly<Record<number, number>>;
}

/** Sends requests over keep-alive connections, `concurrency` at a time. */
export async function load({ url, headers = {}, body, requests, concurrency }: LoadOptions): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const times: number[] = [];
  const statuses: Record<number, number> = {};
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < requests) {
      const i = next++;
      const text = body?.(i);
      const from = performance.now();
      const status = await send(url, text, headers, agent);
      times.push(performance.now() - from);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  const from = performance.now();
  await Promise.all(Array.from({ length: concurrency }, one));
  const seconds = (performance.now() - from) / 1000;
  agent.destroy();
  const sorted = times.toSorted((a, b) => a - b);
  return {
    perSecond: times.length / seconds,
    times,
    p50: quantile(sorted, 0.5),
    p99: quantile(sorted, 0.99),
    statuses,
  };
}

/** Returns a quantile of values in ascending order. */
export function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

/** Sends a request and resolves to the status, once the answer has been read. */
export function send(
  url: string,
  body: string | undefined,
  headers: Readonly<Record<string, string>>,
  agent: Agent,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        agent,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          ...headers,
          ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
        },
      },
      (answer) => {
        answer.resume();
        answer.once('end', () => resolve(answer.statusCode ?? 0));
        answer.once('error', reject);
      },
    );
    sent.once('error', reject);
    sent.end(body);
  });
}
