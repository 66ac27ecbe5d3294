import { type Rates, ratesOf } from '../../src/base/prices.ts';
import type { SessionEvent, Usage } from '../../src/transcripts/session-event.ts';

/** Counts the tokens of the line `text[from, to)`, including its line break. `estimateTokens` is one implementation. */
export type CountLine = (text: string, from: number, to: number) => number;

/** Tokens that a request sends before the first prompt. Used for transcripts without token counts. */
const SYSTEM_TOKENS = 15_000;
/** Tokens that an agent writes to read lines back. */
const ANSWER_TOKENS = 150;
/** Requests that an agent spends if it does not notice that lines are missing. */
const UNNOTICED_REQUESTS = 10;

/** Min estimated tokens that a request must add before its counted tokens are compared with the estimate. */
const MIN_ADDED = 1500;
/** Ratio of counted to estimated tokens above which, or below whose inverse, the counts are not of these texts. */
const MAX_SCALE = 2;

interface Request {
  /** Tokens of its input, and those of them that were read from the cache. */
  readonly context: number;
  readonly cached: number;
  /** Price of the whole request. */
  readonly cost: number;
  /** Prices of a token that is not in the cache, and of one that is. */
  readonly write: number;
  readonly read: number;
  /** The host's counts and its model; undefined if everything is estimated. */
  readonly usage?: Usage | undefined;
  readonly model?: string | undefined;
}

/** Price of a session, and of adding or removing tokens in it. All prices are in tokens of uncached input. */
export class SessionCost {
  readonly #count: CountLine;
  readonly #requests: Request[] = [];
  /** Request counts at which earlier results had left the context. */
  readonly #resets: number[] = [];
  /** Id of the newest request, if recorded, and whether more of its answer may come. */
  #id: string | undefined;
  #isAnswering = false;
  #rates = ratesOf(undefined);
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
        return;
      case 'billed':
        this.#billed(event);
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

  /** Price of all requests. */
  total(): number {
    return this.#requests.reduce((sum, { cost }) => sum + cost, 0);
  }

  /** Prices of all requests by model. The name is empty for requests that the host did not count. */
  byModel(): ReadonlyMap<string, number> {
    const costs = new Map<string, number>();
    for (const { model = '', cost } of this.#requests) costs.set(model, (costs.get(model) ?? 0) + cost);
    return costs;
  }

  /**
   * Returns the price of one estimated token that enters the context after `requests` requests. Each request until the
   * next compaction sends it again, and pays for a cached token only if its record counts that part as read from the
   * cache.
   */
  weight(after: number): number {
    const end = this.#resets.find((reset) => reset > after) ?? this.requests;
    const { context: from = 0 } = this.#requests[after - 1] ?? {};
    return after >= end ? 0 : this.scale * this.#sentFrom(after, end, from, this.#requests[after]?.context ?? 0);
  }

  /** Returns the price of `tokens` at the beginning of every request, such as definitions of tools. */
  carried(tokens: number): number {
    return this.#requests.reduce((sum, request) => sum + tokens * priceOf(request, 0, tokens), 0);
  }

  /**
   * Returns the price of the requests that an agent makes after `requests` requests because lines are missing.
   * `noticed` tells whether the agent notices it.
   */
  missing(after: number, noticed: boolean): number {
    const { context = 0, read = this.#rates.read } = this.#requests[Math.min(after, this.requests) - 1] ?? {};
    return (read * context + this.#rates.output * ANSWER_TOKENS) * (noticed ? 1 : UNNOTICED_REQUESTS);
  }

  /**
   * Number of counted tokens per estimated token: the median ratio, since a request may add more than texts. 1 if nothing
   * was counted, or if the counts cannot be of these texts (`isOdd`).
   */
  get scale(): number {
    return this.isOdd ? 1 : this.#ratio();
  }

  /** True if the counted tokens differ so much from the texts that they cannot be of these. */
  get isOdd(): boolean {
    return Math.max(this.#ratio(), 1 / this.#ratio()) > MAX_SCALE;
  }

  /** Handles a part of an answer. It begins a new request unless it belongs to the newest one. */
  #answer(request: string | undefined, text: string): void {
    const isSame = request !== undefined && this.#id !== undefined ? request === this.#id : this.#isAnswering;
    if (!isSame) this.#begin(request);
    this.#isAnswering = true;
    const written = this.#tokens(text);
    this.#fresh += written;
    const last = this.#requests.at(-1);
    if (last !== undefined)
      this.#requests[this.requests - 1] = { ...last, cost: last.cost + this.#rates.output * written };
  }

  #begin(id: string | undefined): void {
    const { write, read } = this.#rates;
    const [cached, added] = [this.#sent, this.#fresh];
    this.#id = id;
    this.#requests.push({ context: cached + added, cached, cost: added * write + cached * read, write, read });
    this.#sent += added;
    this.#added = added;
    this.#fresh = 0;
  }

  /**
   * Handles the counts of a request. Codex records them without an id, before or after the results of the request's
   * calls, and repeats them later.
   */
  #billed({ request: id, usage, model }: SessionEvent & { readonly kind: 'billed' }): void {
    this.#rates = ratesOf(model);
    const { usage: known } = this.#requests.at(-1) ?? {};
    if (id !== undefined) this.#answer(id, '');
    else if (this.#requests.length === 0 || isSameUsage(usage, known)) return;
    else if (known !== undefined && !this.#isAnswering) this.#begin(undefined);
    const request = { ...toRequest(usage, this.#rates), model };
    const before = this.#requests.at(-2)?.context ?? 0;
    const grown = request.context - before;
    if (before > 0 && grown > 0 && this.#added >= MIN_ADDED) this.#ratios.push(grown / this.#added);
    this.#added = 0;
    this.#requests[this.requests - 1] = request;
  }

  #ratio(): number {
    return this.#ratios.toSorted((a, b) => a - b)[this.#ratios.length >> 1] ?? 1;
  }

  /** Returns the price of a token between two positions of the context, sent by the requests from `first` to `end`. */
  #sentFrom(first: number, end: number, from: number, to: number): number {
    let price = this.#requests[first]?.write ?? 0;
    for (const request of this.#requests.slice(first + 1, end)) price += priceOf(request, from, to);
    return price;
  }

  #take(text: string): void {
    this.#isAnswering = false;
    this.#fresh += this.#tokens(text);
  }

  #tokens(text: string): number {
    return this.#count(text, 0, text.length);
  }
}

function toRequest(usage: Usage, rates: Rates): Request {
  const { input, cacheRead, cacheWrite, cacheWriteLong, output } = usage;
  const { write, writeLong, read } = rates;
  return {
    ...{ context: input + cacheRead + cacheWrite + cacheWriteLong, cached: cacheRead, read, usage },
    cost: input + read * cacheRead + write * cacheWrite + writeLong * cacheWriteLong + rates.output * output,
    write: cacheWriteLong > cacheWrite ? writeLong : cacheWrite > 0 ? write : input > 0 ? 1 : write,
  };
}

/** Returns the price that a request pays for a token between two positions of its context. */
function priceOf({ cached, write, read }: Request, from: number, to: number): number {
  const share = Math.min(1, Math.max(0, (cached - from) / Math.max(1, to - from)));
  return share * read + (1 - share) * write;
}

const isSameUsage = (one: Usage, other: Usage | undefined): boolean =>
  other !== undefined && (Object.keys(one) as (keyof Usage)[]).every((name) => one[name] === other[name]);
