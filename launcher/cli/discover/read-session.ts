import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import { estimateTokens } from '../../../src/engine/keep/tokens.ts';
import { HOOK_NOTICE, hookNotice } from '../../../src/text/hook-notice.ts';
import { toShownResult } from '../../../src/transcripts/actions/shown-result.ts';
import { isShellTool, toAction } from '../../../src/transcripts/actions/to-action.ts';
import type { SessionFormat } from '../../../src/transcripts/recorded-session.ts';
import type { Arguments, SessionEvent } from '../../../src/transcripts/session-event.ts';
import { type AppliedCuts, HOOK_CUTS, type HookCuts } from '../../../src/unasked/cuts.ts';
import type { GivenResult } from '../../../src/unasked/given-result.ts';
import { createSessionState, type SessionState } from '../../../src/unasked/session-state.ts';
import { type ShortenedText, shortenResult } from '../../../src/unasked/shorten-result.ts';
import { whyAlwaysWhole } from '../../../src/unasked/why-whole.ts';
import { MIN_HOOK_CHARS } from '../../hosts/hook-client/hook-server.ts';
import { hostOf } from '../../hosts/hosts.ts';
import { SessionCost } from '../../savings/session-cost.ts';
import { inAnswerOrder } from '../../sessions/in-answer-order.ts';
import type { RecordedSession } from '../../sessions/recorded-session.ts';
import { type CacheCosts, createCacheCosts } from './cache-costs.ts';

/** A long result of a tool, in tokens, and the price of each of its tokens. */
export interface LongResult {
  readonly tool: string;
  readonly tokens: number;
  /** Tokens that would have been left out. */
  readonly spared: Readonly<Record<HookCuts, number>>;
  /** Price of a token of it in all requests, in tokens of uncached input. */
  readonly weight: number;
}

/** What a recorded session cost, and what shortening would have changed. Prices are in tokens of uncached input. */
export interface DiscoveredSession {
  readonly host: string;
  /** True if its token counts do not fit its texts, or are all zero. */
  readonly isOdd: boolean;
  /** True if it was read to its end. */
  readonly isWhole: boolean;
  readonly cost: number;
  readonly byModel: ReadonlyMap<string, number>;
  readonly results: readonly LongResult[];
  readonly cache: CacheCosts | undefined;
}

const pruner = createEmbeddedPruner();

export interface ReadingOptions {
  readonly signal: AbortSignal;
  /** True once nothing more may be read. */
  isOver(): boolean;
}

/**
 * Replays a session as if hooks had shortened its results, at both settings, until `isOver`. Rejects with the signal's
 * reason.
 */
export async function readSession(
  { format, events }: RecordedSession,
  { signal, isOver }: ReadingOptions,
): Promise<DiscoveredSession> {
  const states = HOOK_CUTS.map((cuts) => ({ cuts, state: createSessionState(true) }));
  const cost = new SessionCost((text, from, to) => estimateTokens(text, from, to));
  const cache = createCacheCosts();
  const calls = new Map<string, { readonly tool: string; readonly args: Arguments }>();
  const long: (Omit<LongResult, 'weight'> & { readonly requests: number })[] = [];
  let isWhole = true;
  const { hookBytes: maxBytes, usualCuts = 'default' } = hostOf(format) ?? {};
  for await (const event of inAnswerOrder(events)) {
    signal.throwIfAborted();
    if (isOver()) {
      isWhole = false;
      break;
    }
    cost.push(event);
    cache.push(event);
    if (event.kind === 'called') calls.set(event.call, event);
    const call = event.kind === 'gave' && !event.isFailed ? calls.get(event.call) : undefined;
    if (event.kind === 'gave') calls.delete(event.call);
    const given = event.kind === 'gave' && call !== undefined ? toGiven(call, event.text) : undefined;
    if (event.kind !== 'gave' || given === undefined || given.text.length < MIN_HOOK_CHARS) {
      for (const { state } of states) state.push(event);
      continue;
    }
    const tokens = estimateTokens(given.text, 0, given.text.length);
    const spared = { default: 0, more: 0 };
    for (const { cuts, state } of states) {
      const own = cuts === 'default' ? usualCuts : cuts;
      const arrival = { event, state, cuts: own, maxBytes, signal };
      const shorter = isHooked(format, given) ? await shortened(given, arrival) : undefined;
      if (shorter !== undefined)
        spared[cuts] = tokens - HOOK_NOTICE.tokens - estimateTokens(shorter.text, 0, shorter.text.length);
      state.push(shorter === undefined ? event : { ...event, text: withNotice(shorter), firstLine: given.firstLine });
    }
    long.push({ tool: given.tool, tokens, spared, requests: cost.requests });
  }
  return {
    ...{
      host: format,
      isOdd: cost.isOdd || cost.total() === 0,
      isWhole,
      cost: cost.total(),
      byModel: cost.byModel(),
      cache: cache.costs(),
    },
    results: long.map(({ requests, ...result }) => ({ ...result, weight: cost.weight(requests) })),
  };
}

interface Arrival {
  readonly event: SessionEvent & { readonly kind: 'gave' };
  readonly state: SessionState;
  readonly cuts: AppliedCuts;
  readonly maxBytes: number | undefined;
  readonly signal: AbortSignal;
}

async function shortened(
  given: GivenResult,
  { event: { call }, state, cuts, maxBytes, signal }: Arrival,
): Promise<ShortenedText | undefined> {
  const options = { cuts, pruner, isIgnored: () => false };
  if (whyAlwaysWhole(given, options) !== undefined) return undefined;
  const session = state.known();
  if (!session.hasWords) return undefined;
  const { wasShortened, wasRead } = session;
  const facts = {
    question: session.questionOf(call)?.question,
    context: session.contextOf(call),
    wasShortened,
    wasRead,
  };
  return await shortenResult(given, facts, options, signal, { maxBytes });
}

/** True for a result that hooks can shorten. True for all results if no host records in that format. */
export function isHooked(format: SessionFormat, { tool, text }: Pick<GivenResult, 'tool' | 'text'>): boolean {
  const { recordings } = hostOf(format) ?? {};
  if (recordings === undefined) return true;
  return recordings.hookedTools?.test(tool) === true && recordings.cutResult?.test(text) !== true;
}

/** Converts a recorded result to a hook's input. A command's output has no path, whatever file it shows. */
function toGiven({ tool, args }: { readonly tool: string; readonly args: Arguments }, given: string): GivenResult {
  const { action, text, firstLine } = toShownResult(toAction(tool, args), given);
  const [path] = action.kind === 'read' && !isShellTool(tool) ? action.files : [];
  return { tool, args, text: isShellTool(tool) ? given : text, path, firstLine: Math.max(1, firstLine ?? 1) };
}

/** The notice tells the session that a part was left out. */
export const withNotice = ({ text, firstLine }: ShortenedText): string =>
  `${text.replace(/\n$/, '')}\n${hookNotice({ question: undefined, firstLine, ref: '/original' })}`;
