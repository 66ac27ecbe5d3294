import { Agent, request } from 'node:http';

export interface LoadOptions {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of the i-th request; undefined: a GET. */
  readonly body?: ((i: number) => string) | undefined;
  readonly requests: number;
  /** Requests under way at once. */
  readonly concurrency: number;
}

export interface LoadResult {
  readonly perSecond: number;
  /** Milliseconds of each request. */
  readonly times: readonly number[];
  /** Milliseconds from sending a request to its answer's last byte. */
  readonly p50: number;
  readonly p99: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<number, number>>;
}

/** Sends requests over connections that are kept alive, a certain number at once. */
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

/** Of ascending values. */
export function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

/** Resolves to the status once the answer has been read. */
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
