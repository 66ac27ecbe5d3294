import { LOG_LEVELS, type LogLevel } from '../../../src/mcp/log-levels.ts';
import { answerModern } from '../../../src/mcp/modern/answer-modern.ts';
import { type CacheHints, STABLE } from '../../../src/mcp/modern/modern-result.ts';
import type { RequestMeta } from '../../../src/mcp/modern/request-meta.ts';
import type { ServerOffer } from '../../../src/mcp/server-offer.ts';
import type { Timers } from '../../process/timers.ts';
import type { CallContext } from '../call-context.ts';
import type { ClientSession } from '../client-session.ts';
import type { Handle } from '../server.ts';
import { createInputRounds } from './input-rounds.ts';
import { createSubscriptions } from './subscriptions.ts';

/** Requests of MCP 2026-07-28, each of which says itself whose it is. */
export interface ModernRequests {
  answer(method: string, params: unknown, meta: RequestMeta, context: CallContext): Promise<object>;
  /** The client, as those see it who tell or ask it something of their own accord. */
  readonly session: ClientSession;
  close(): void;
}

export interface ModernRequestsOptions {
  readonly offer: () => ServerOffer;
  /** Answers what earlier versions have too, as they do. */
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
  /** Requests that want log messages. */
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
    },
    close: rounds.close,
  };
}

/** What is kept has its content in its name, and lists may change the next moment. */
function hints(_method: string, params: unknown): CacheHints | undefined {
  const { uri } = (params ?? {}) as { readonly uri?: unknown };
  return typeof uri === 'string' && uri.startsWith('ax://') ? STABLE : undefined;
}

function lowest(levels: Iterable<LogLevel>): LogLevel {
  return LOG_LEVELS[Math.min(...[...levels].map((level) => LOG_LEVELS.indexOf(level)))] as LogLevel;
}

const NEVER = new AbortController().signal;

/** Of what the client has not asked for itself. */
const UNASKED: CallContext = {
  id: 0,
  signal: NEVER,
  closing: NEVER,
  session: { notify: () => {}, request: () => Promise.reject(new Error('nobody is asked')) },
  notify: () => {},
  onWritten: () => {},
};
