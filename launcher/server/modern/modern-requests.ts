import type { CallContext } from '../../../src/mcp/calls/call-context.ts';
import type { ClientSession } from '../../../src/mcp/calls/client-session.ts';
import { LOG_LEVELS, type LogLevel } from '../../../src/mcp/log-levels.ts';
import { answerModern } from '../../../src/mcp/modern/answer-modern.ts';
import { type CacheHints, STABLE } from '../../../src/mcp/modern/modern-result.ts';
import type { RequestMeta } from '../../../src/mcp/modern/request-meta.ts';
import type { ServerOffer } from '../../../src/mcp/server-offer.ts';
import type { Timers } from '../../platform/timers.ts';
import type { Handle } from '../handle.ts';
import { createInputRounds } from './input-rounds.ts';
import { createSubscriptions } from './subscriptions.ts';

/** Requests of MCP 2026-07-28, each of which identifies its client itself. */
export interface ModernRequests {
  answer(method: string, params: unknown, meta: RequestMeta, context: CallContext): Promise<object>;
  /** Session for messages that belong to no request of the client. */
  readonly session: ClientSession;
  close(): void;
}

export interface ModernRequestsOptions {
  readonly offer: () => ServerOffer;
  /** Handles requests that exist in earlier versions too. */
  readonly handle: Handle;
  readonly timers: Timers;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly newId: () => string;
}

export function createModernRequests(options: ModernRequestsOptions): ModernRequests {
  const { offer, handle, timers, now, newId } = options;
  const rounds = createInputRounds({ timers, now, newId });
  const subscriptions = createSubscriptions({
    watch: (method, uri) => handle(method, { uri }, UNASKED),
  });
  /** Requests that want log messages, with their levels. */
  const logging = new Map<CallContext, LogLevel>();

  const answered = async (
    method: string,
    params: unknown,
    meta: RequestMeta,
    context: CallContext,
  ): Promise<object> => {
    if (method === 'subscriptions/listen') return await subscriptions.listen(params, context);
    const { logLevel, capabilities } = meta;
    if (logLevel !== undefined) {
      logging.set(context, logLevel);
      await handle('logging/setLevel', { level: lowest(logging.values()) }, UNASKED).catch(() => {});
    }
    try {
      return await rounds.run({ method, params, capabilities }, context, (given, one) => handle(method, given, one));
    } finally {
      logging.delete(context);
    }
  };

  return {
    answer: (method, params, meta, context) =>
      answerModern(method, params, {
        ...{ offer, hints },
        answer: (name, own) => answered(name, own, meta, context),
      }),
    session: {
      notify(method, params = {}) {
        if (method !== 'notifications/message') return subscriptions.notify(method, params);
        const { level } = params as { readonly level?: unknown };
        const severity = LOG_LEVELS.indexOf(level as LogLevel);
        for (const [{ notify }, min] of logging) if (severity >= LOG_LEVELS.indexOf(min)) notify(method, params);
      },
      request: rounds.ask,
      capabilitiesOf: rounds.capabilitiesOf,
    },
    close: rounds.close,
  };
}

/**
 * Artifacts never change, because their URI is derived from the content. Lists may change at any time, so they get no
 * hint.
 */
function hints(_method: string, params: unknown): CacheHints | undefined {
  const { uri } = (params ?? {}) as { readonly uri?: unknown };
  return typeof uri === 'string' && uri.startsWith('ax://') ? STABLE : undefined;
}

function lowest(levels: Iterable<LogLevel>): LogLevel {
  return LOG_LEVELS[Math.min(...[...levels].map((level) => LOG_LEVELS.indexOf(level)))] as LogLevel;
}

const NEVER = new AbortController().signal;

/** Context for requests that we make on our own. */
const UNASKED: CallContext = {
  id: 0,
  signal: NEVER,
  closing: NEVER,
  session: { notify: () => {}, request: () => Promise.reject(new Error('nobody is asked')) },
  notify: () => {},
  onWritten: () => {},
};
