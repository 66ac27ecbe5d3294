import { type Lines, splitLines } from '../../src/text/lines.ts';
import type { SessionEvent, Usage } from '../../src/transcripts/session-event.ts';

/** Counts the tokens of the line `text[from, to)`, including its line break. `estimateTokens` is one implementation. */
export type CountLine = (text: string, from: number, to: number) => number;

/** A text's lines with their costs in tokens. All methods are charged by the same costs. */
export interface CostedLines {
  readonly lines: Lines;
  /** Tokens per line, 0-based. */
  readonly costs: Float64Array;
  /** Tokens of the whole text. */
  readonly total: number;
}

/** Counts each line of a text. The total is the sum over lines, which may differ a little from a count of the whole. */
export function costLines(text: string, count: CountLine): CostedLines {
  const lines = splitLines(text);
  const costs = new Float64Array(lines.count);
  let total = 0;
  for (let i = 0; i < lines.count; i++) {
    const tokens = count(text, lines.starts[i] as number, lines.ends[i] as number);
    costs[i] = tokens;
    total += tokens;
  }
  return { lines, costs, total };
}

/**
 * Prices in tokens of uncached input (https://docs.claude.com/en/docs/build-with-claude/prompt-caching). Writing a
 * token to a cache costs 1.25 for five minutes, and 2 for an hour.
 */
const WRITE = 1.25;
const WRITE_LONG = 2;
const READ = 0.1;
const OUTPUT = 5;
/** Tokens that a request sends before the first prompt. Used for transcripts without token counts. */
const SYSTEM_TOKENS = 15_000;
/** Tokens that an agent writes to read lines back. */
const ANSWER_TOKENS = 150;
/** Requests that an agent spends if it does not notice that lines are missing. */
const UNNOTICED_REQUESTS = 10;

/** Min estimated tokens that a request must add before its counted tokens are compared with the estimate. */
const MIN_ADDED = 1500;
const MAX_SCALE = 2;

interface Request {
  /** Tokens of its input. */
  readonly context: number;
  /** Price of the whole request. */
  readonly cost: number;
  /** Price of a token that is sent for the first time. */
  readonly write: number;
}

/** Price of a session, and of adding or removing tokens in it. All prices are in tokens of uncached input. */
export class SessionCost {
  readonly #count: CountLine;
  readonly #requests: Request[] = [];
  /** Request counts at which earlier results had left the context. */
  readonly #resets: number[] = [];
  /** Number of requests made so far, by the number of calls. */
  readonly #byCalls = [0];
  /** Id of the newest request, if recorded, and whether more of its answer may come. */
  #id: string | undefined;
  #isAnswering = false;
  /** Estimated tokens of the context that were already sent, and of those not sent yet. */
  #sent = 0;
  #fresh = SYSTEM_TOKENS;
  /** Ratios of counted to estimated tokens, for requests that added many tokens. */
  readonly #ratios: number[] = [];
  /** Estimated tokens that the newest request added. */
  #added = 0;

  /** Uses the transcript's token counts where it has any. Otherwise estimates them from the texts. */
  constructor(count: CountLine) {
    this.#count = count;
  }

  push(event: SessionEvent): void {
    switch (event.kind) {
      case 'said':
      case 'thought':
        this.#answer(event.request, event.text);
        return;
      case 'called':
        this.#answer(event.request, JSON.stringify(event.args));
        this.#byCalls.push(this.requests);
        return;
      case 'billed':
        this.#answer(event.request, '');
        this.#billed(toRequest(event.usage));
        return;
      case 'asked':
        if (event.isSummary) {
          this.#resets.push(this.requests);
          this.#sent = 0;
          this.#fresh = SYSTEM_TOKENS;
        }
        this.#take(event.text);
        return;
      case 'gave':
        this.#take(event.text);
        return;
      case 'cleared':
        this.#resets.push(this.requests);
        return;
      case 'exited':
    }
  }

  /** Number of requests so far. */
  get requests(): number {
    return this.#requests.length;
  }

  /** Number of requests when the session had made that many calls. */
  requestsAt(calls: number): number {
    return this.#byCalls[Math.min(calls, this.#byCalls.length - 1)] ?? 0;
  }

  /** Price of all requests. */
  total(): number {
    return this.#requests.reduce((sum, { cost }) => sum + cost, 0);
  }

  /**
   * Returns the price of one estimated token that enters the context after `requests` requests. It is written once,
   * then read by each later request until a compaction.
   */
  weight(after: number): number {
    const end = this.#resets.find((reset) => reset > after) ?? this.requests;
    if (after >= end) return 0;
    return this.#scale() * ((this.#requests[after]?.write ?? 0) + READ * (end - after - 1));
  }

  /**
   * Returns the price of the requests that an agent makes after `requests` requests because lines are missing.
   * `noticed` tells whether the agent notices it.
   */
  missing(after: number, noticed: boolean): number {
    const { context = 0 } = this.#requests[Math.min(after, this.requests) - 1] ?? {};
    return (READ * context + OUTPUT * ANSWER_TOKENS) * (noticed ? 1 : UNNOTICED_REQUESTS);
  }

  /** Handles a part of an answer. It begins a new request unless it belongs to the newest one. */
  #answer(request: string | undefined, text: string): void {
    const isSame = request !== undefined && this.#id !== undefined ? request === this.#id : this.#isAnswering;
    if (!isSame) {
      this.#id = request;
      this.#requests.push({
        context: this.#sent + this.#fresh,
        cost: this.#fresh * WRITE + this.#sent * READ,
        write: WRITE,
      });
      this.#sent += this.#fresh;
      this.#added = this.#fresh;
      this.#fresh = 0;
    }
    this.#isAnswering = true;
    const written = this.#tokens(text);
    this.#fresh += written;
    const last = this.#requests.at(-1);
    if (last !== undefined) this.#requests[this.requests - 1] = { ...last, cost: last.cost + OUTPUT * written };
  }

  #billed(request: Request): void {
    const before = this.#requests.at(-2)?.context ?? 0;
    const grown = request.context - before;
    if (before > 0 && grown > 0 && this.#added >= MIN_ADDED) this.#ratios.push(grown / this.#added);
    this.#added = 0;
    this.#requests[this.requests - 1] = request;
  }

  /**
   * Returns the number of counted tokens per estimated token. It is the median ratio, since a request may add more than
   * texts.
   */
  #scale(): number {
    const ratio = this.#ratios.toSorted((a, b) => a - b)[this.#ratios.length >> 1] ?? 1;
    return Math.min(MAX_SCALE, Math.max(1 / MAX_SCALE, ratio));
  }

  #take(text: string): void {
    this.#isAnswering = false;
    this.#fresh += this.#tokens(text);
  }

  #tokens(text: string): number {
    return this.#count(text, 0, text.length);
  }
}

function toRequest({ input, cacheRead, cacheWrite, cacheWriteLong, output }: Usage): Request {
  return {
    context: input + cacheRead + cacheWrite + cacheWriteLong,
    cost: input + READ * cacheRead + WRITE * cacheWrite + WRITE_LONG * cacheWriteLong + OUTPUT * output,
    write: cacheWriteLong > cacheWrite ? WRITE_LONG : cacheWrite > 0 ? WRITE : input > 0 ? 1 : WRITE,
  };
}
