import type { SessionEvent, Usage } from '../../../../src/transcripts/session-event.ts';
import type { CountLine } from '../judging/cost-lines.ts';

/**
 * Prices in tokens of uncached input (https://docs.claude.com/en/docs/build-with-claude/prompt-caching). A token that is
 * written to a cache for five minutes costs 1.25, for an hour 2.
 */
const WRITE = 1.25;
const WRITE_LONG = 2;
const READ = 0.1;
const OUTPUT = 5;
/** Tokens that a request sends before the first prompt, for records without counts. */
const SYSTEM_TOKENS = 15_000;
/** Tokens that an agent writes to have lines back. */
const ANSWER_TOKENS = 150;
/** Requests that an agent spends if it does not notice that lines are missing. */
const UNNOTICED_REQUESTS = 10;

interface Request {
  /** Tokens of its input. */
  readonly context: number;
  /** Price of all of it. */
  readonly cost: number;
  /** Price of a token that it sends first. */
  readonly write: number;
}

/** What a session has cost, and what fewer or more tokens in it would have changed. All in tokens of uncached input. */
export interface SessionCost {
  push(event: SessionEvent): void;
  /** Number of requests so far. */
  readonly requests: number;
  /** Number of requests when the session had made that many calls. */
  requestsAt(calls: number): number;
  /** Price of all requests. */
  total(): number;
  /**
   * Returns the price of one token that comes into the context after that many requests: written once, then read by each
   * later request until a compaction.
   */
  weight(requests: number): number;
  /** Price of the requests that an agent makes after that many requests because it misses lines, which it notices or not. */
  missing(requests: number, noticed: boolean): number;
}

/** Reads the counts of the record where it has any. Where it has none, they are estimated from its texts. */
export function createSessionCost(count: CountLine): SessionCost {
  const requests: Request[] = [];
  /** Numbers of requests at which earlier results had left the context. */
  const resets: number[] = [];
  const byCalls = [0];
  let id: string | undefined;
  let isAnswering = false;
  let [sent, fresh] = [0, SYSTEM_TOKENS];
  const tokens = (text: string): number => count(text, 0, text.length);

  /** Begins a request, unless the event belongs to the one that is being answered. */
  const answer = (request: string | undefined): void => {
    const isSame = isAnswering && (request === undefined || id === undefined || request === id);
    if (isSame || (request !== undefined && request === id)) {
      isAnswering = true;
      return;
    }
    id = request;
    isAnswering = true;
    requests.push({ context: sent + fresh, cost: fresh * WRITE + sent * READ, write: WRITE });
    sent += fresh;
    fresh = 0;
  };
  const say = (text: string): void => {
    const said = tokens(text);
    fresh += said;
    const last = requests.at(-1);
    if (last !== undefined) requests[requests.length - 1] = { ...last, cost: last.cost + OUTPUT * said };
  };
  const take = (text: string): void => {
    isAnswering = false;
    fresh += tokens(text);
  };
  return {
    push(event) {
      switch (event.kind) {
        case 'said':
        case 'thought':
          answer(event.request);
          say(event.text);
          return;
        case 'called':
          answer(event.request);
          byCalls.push(requests.length);
          say(JSON.stringify(event.args));
          return;
        case 'billed':
          answer(event.request);
          requests[requests.length - 1] = toRequest(event.usage);
          return;
        case 'asked':
          if (event.isSummary) {
            resets.push(requests.length);
            [sent, fresh] = [0, SYSTEM_TOKENS];
          }
          take(event.text);
          return;
        case 'gave':
          take(event.text);
          return;
        case 'cleared':
          resets.push(requests.length);
          return;
        case 'exited':
      }
    },
    get requests() {
      return requests.length;
    },
    requestsAt: (calls) => byCalls[Math.min(calls, byCalls.length - 1)] ?? 0,
    total: () => requests.reduce((sum, { cost }) => sum + cost, 0),
    weight(after) {
      const end = resets.find((reset) => reset > after) ?? requests.length;
      return after >= end ? 0 : (requests[after]?.write ?? 0) + READ * (end - after - 1);
    },
    missing(after, noticed) {
      const { context = 0 } = requests[Math.min(after, requests.length) - 1] ?? {};
      return (READ * context + OUTPUT * ANSWER_TOKENS) * (noticed ? 1 : UNNOTICED_REQUESTS);
    },
  };
}

function toRequest({ input, cacheRead, cacheWrite, cacheWriteLong, output }: Usage): Request {
  return {
    context: input + cacheRead + cacheWrite + cacheWriteLong,
    cost: input + READ * cacheRead + WRITE * cacheWrite + WRITE_LONG * cacheWriteLong + OUTPUT * output,
    write: cacheWriteLong > cacheWrite ? WRITE_LONG : cacheWrite > 0 ? WRITE : input > 0 ? 1 : WRITE,
  };
}
