import {
  createUpstreamPruner,
  type UpstreamPruner,
  type UpstreamPrunerOptions,
} from '../../../src/remote-pruner/upstream-pruner.ts';

type Respond = (init: RequestInit, call: number) => Response | Promise<Response>;

export interface UpstreamDouble {
  readonly pruner: UpstreamPruner;
  /** Arguments of all calls of `fetch`. */
  readonly sent: { readonly url: string; readonly init: RequestInit }[];
  /** Advances the clock, and fires the timers that are due. */
  advance(ms: number): void;
}

/** An upstream pruner with a fake network and clock. */
export function upstreamDouble(respond: Respond, more: Partial<UpstreamPrunerOptions> = {}): UpstreamDouble {
  let now = 0;
  const timers = new Set<{ readonly at: number; readonly expire: () => void }>();
  const sent: { url: string; init: RequestInit }[] = [];
  const pruner = createUpstreamPruner({
    url: 'http://upstream/prune',
    timeoutMs: 1000,
    concurrency: 2,
    now: () => now,
    timer: (ms, expire) => {
      const timer = { at: now + ms, expire };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    fetch: (async (url: string, init: RequestInit) => {
      sent.push({ url, init });
      return respond(init, sent.length);
    }) as typeof fetch,
    ...more,
  });
  return {
    pruner,
    sent,
    advance(ms) {
      now += ms;
      for (const timer of [...timers]) {
        if (timer.at > now) continue;
        timers.delete(timer);
        timer.expire();
      }
    },
  };
}

/** Never answers, but rejects when aborted. */
export function hanging({ signal }: RequestInit): Promise<Response> {
  return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
}

/** Answers as a swe-pruner that keeps the lines with a word of the question. */
export function answerLikeUpstream({ body }: RequestInit): Response {
  const { query, code } = JSON.parse(String(body)) as { query: string; code: string };
  const words = query.toLowerCase().match(/[a-z]{4,}/g) ?? [];
  const lines = code.split(/\r\n|\n|\r/);
  if (lines.at(-1) === '') lines.pop();
  const kept = lines.flatMap((line, i) => (words.some((word) => line.toLowerCase().includes(word)) ? [i + 1] : []));
  return Response.json({ score: 0.7, pruned_code: 'unused', kept_frags: kept, token_scores: [], error_msg: null });
}

/** Resolves after everything that only waits for promises has continued. */
export async function promisesSettled(): Promise<void> {
  for (let i = 0; i < 50; i++) await Promise.resolve();
}
