import { estimateTokens } from '../../../../src/engine/keep/tokens.ts';
import { createLeftOutLines } from '../../../../src/unasked/left-out-lines.ts';
import { lossTokens } from '../../../../src/unasked/shorten-result.ts';
import type { WholeReason } from '../../../../src/unasked/whole-reasons.ts';
import type { ModCall } from './agents.ts';
import { createMoney, dropOldCounts, type ModCounts, NO_COUNTS, sessionKey } from './mod-counts.ts';
import type { ModHost, ModResult } from './mod-host.ts';
import type { CallOutcome } from './shorten-call.ts';
import { statusLine } from './status-line.ts';

/** A result that was considered, for the pane. */
export interface SeenResult {
  readonly tool: string;
  /** File, command or pattern. */
  readonly name: string;
  /** File that was read; undefined for other results. */
  readonly path: string | undefined;
  readonly tokens: number;
  readonly shownTokens: number;
  /** File with the whole. */
  readonly ref: string | undefined;
  /** The words that it was shortened for. */
  readonly question?: string | undefined;
  /** Why it stayed whole; undefined if it was shortened. */
  readonly why: WholeReason | undefined;
}

/** Max results that the pane lists. */
const MAX_SEEN = 40;
/** Name of the session in which lines are left out, since each mod has one. */
const SESSION = 'session';

/** Counts what the results of one session come to, and shows it below the prompt. */
export class ModLedger {
  readonly #host: ModHost;
  #money = createMoney();
  readonly #leftOut = createLeftOutLines();
  #seen: readonly SeenResult[] = [];
  /** Number of the newest of these that came since the last compaction. */
  #inContext = 0;
  #key = '';
  #counts: ModCounts = { startedAt: 0, ...NO_COUNTS };
  #usage: { readonly filled?: number | undefined; readonly cost?: number | undefined } = {};
  /** Told in place of the counts. */
  #news: string | undefined;

  constructor(host: ModHost) {
    this.#host = host;
  }

  get counts(): ModCounts {
    return this.#counts;
  }

  get seen(): readonly SeenResult[] {
    return this.#seen;
  }

  get news(): string | undefined {
    return this.#news;
  }

  /** Begins or resumes a session. */
  async begin(id: string): Promise<void> {
    const host = this.#host;
    this.#key = sessionKey(id);
    const [startedAt, counts] = await Promise.all([host.now(), host.load(this.#key), dropOldCounts(host)]);
    this.#counts = { startedAt, ...NO_COUNTS, ...Object(counts) };
    this.#money = createMoney(this.#counts.dollars);
    this.#seen = [];
    this.#inContext = 0;
    this.#show();
  }

  /** A request is sent to a model. */
  request(model: string): void {
    this.#money.request(model);
  }

  /** The main agent's session is compacted: it may read anything again. */
  compacted(): void {
    this.#money.compacted();
    this.#inContext = 0;
  }

  /** Counts a result. */
  add(call: ModCall, outcome: CallOutcome): void {
    this.#seen = [toSeen(call, outcome), ...this.#seen].slice(0, MAX_SEEN);
    this.#inContext += 1;
    const { results, shortened, whole } = this.#counts;
    if (outcome.kind === 'whole') {
      const { why } = outcome;
      this.#count({ results: results + 1, whole: { ...whole, [why]: (whole[why] ?? 0) + 1 } });
      return;
    }
    const { tokens, shownTokens, answer, text, details } = outcome;
    const less = tokens - shownTokens;
    if (answer === undefined) this.#leftOut.add(SESSION, text, details, 0);
    else this.#money.saved(less);
    const of = answer === undefined ? 'wouldSave' : 'saved';
    this.#count({ results: results + 1, shortened: shortened + 1, [of]: this.#counts[of] + less });
  }

  /** Counts what the agent reads although it was left out, or would have been. */
  readBack({ tool, args }: ModCall, { text = '' }: ModResult, measures: boolean): void {
    const isAgain = measures && this.#leftOut.shownAgain(SESSION, text) !== undefined;
    if (isAgain) this.#lose(Math.round(lossTokens()), 'wouldSave');
    const isOurs = this.#seen
      .slice(0, this.#inContext)
      .some(({ ref }) => ref !== undefined && ref === args['file_path']);
    if (!measures && tool === 'Read' && isOurs) this.#lose(estimateTokens(text, 0, text.length), 'saved');
  }

  /** Tells how full the context is, and what the session has cost so far in US dollars. */
  measure(filled: number | undefined, cost: number | undefined): void {
    this.#usage = { filled, cost };
    this.#show();
  }

  /** Shows a text in place of the counts, or the counts again. */
  tell(text: string | undefined): void {
    this.#news = text;
    this.#show();
  }

  #show(): void {
    const { saved, dollars } = this.#counts;
    this.#host.status(this.#news ?? statusLine({ ...this.#usage, saved, dollars }));
    this.#host.redraw();
  }

  /** Counting never holds up an answer, so nobody waits for the store. */
  #count(change: Partial<ModCounts>): void {
    this.#counts = { ...this.#counts, ...change, dollars: this.#money.dollars() };
    this.#show();
    this.#host.save(this.#key, this.#counts).catch(() => {});
  }

  #lose(tokens: number, of: 'saved' | 'wouldSave'): void {
    if (of === 'saved') this.#money.saved(-tokens);
    this.#count({ [of]: this.#counts[of] - tokens, fetched: this.#counts.fetched + tokens });
  }
}

function toSeen({ tool, args }: ModCall, outcome: CallOutcome): SeenResult {
  const path = typeof args['file_path'] === 'string' ? args['file_path'] : undefined;
  const of = { tool, name: String(path ?? args['command'] ?? args['pattern'] ?? ''), path };
  if (outcome.kind === 'whole') return { ...of, tokens: 0, shownTokens: 0, ref: undefined, why: outcome.why };
  const { tokens, shownTokens, question, ref } = outcome;
  return { ...of, tokens, shownTokens, question, ref, why: undefined };
}
