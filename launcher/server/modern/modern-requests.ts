import type { CallContext } from '../../../src/mcp/calls/call-context.ts';
import type { ClientSession } from '../../../src/mcp/calls/client-session.ts';
import { invalidParams } from '../../../src/mcp/invalid-params.ts';
import type { RequestId } from '../../../src/mcp/json-rpc.ts';
import { LOG_LEVELS, type LogLevel } from '../../../src/mcp/log-levels.ts';
import { answerModern } from '../../../src/mcp/modern/answer-modern.ts';
import { type CacheHints, STABLE } from '../../../src/mcp/modern/modern-result.ts';
import { META, type RequestMeta } from '../../../src/mcp/modern/request-meta.ts';
import type { ServerOffer } from '../../../src/mcp/server-offer.ts';
import type { Timers } from '../../platform/timers.ts';
import type { Handle } from '../handle.ts';
import { createInputRounds } from './input-rounds.ts';

interface SubscriptionsOptions {
  /** Starts or stops watching a resource. Rejects if it cannot be watched. */
  readonly watch: (method: 'resources/subscribe' | 'resources/unsubscribe', uri: string) => Promise<unknown>;
}

/** Kinds of changes that a client may subscribe to, and their notifications. */
const KINDS = {
  toolsListChanged: 'notifications/tools/list_changed',
  promptsListChanged: 'notifications/prompts/list_changed',
  resourcesListChanged: 'notifications/resources/list_changed',
} as const;
const UPDATED = 'notifications/resources/updated';

interface Subscription {
  readonly id: RequestId;
  readonly methods: ReadonlySet<string>;
  readonly uris: ReadonlySet<string>;
  readonly notify: CallContext['notify'];
}

/** Implements MCP 2026-07-28, "Subscriptions". */
export function createSubscriptions({ watch }: SubscriptionsOptions) {
  const open = new Set<Subscription>();
  const watched = new Map<string, { readonly begun: Promise<boolean>; count: number }>();

  const begin = async (uri: string): Promise<boolean> => {
    const one = watched.get(uri) ?? { begun: watch('resources/subscribe', uri).then(YES, NO), count: 0 };
    watched.set(uri, one);
    one.count++;
    if (await one.begun) return true;
    if (watched.get(uri) === one) watched.delete(uri);
    return false;
  };
  const end = (uri: string): void => {
    const one = watched.get(uri);
    if (one === undefined || --one.count > 0) return;
    watched.delete(uri);
    void watch('resources/unsubscribe', uri).catch(() => {});
  };

  return {
    /** Resolves when the server ends the subscription. Rejects with the signal's reason when the client does. */
    async listen(params: unknown, { id, notify, signal, closing }: CallContext): Promise<object> {
      const asked = readFilter(params);
      const answered = await Promise.all(asked.uris.map(begin));
      const uris = asked.uris.filter((_, at) => answered[at]);
      const one: Subscription = {
        ...{ id, notify, uris: new Set(uris) },
        methods: new Set(asked.kinds.map((kind) => KINDS[kind])),
      };
      open.add(one);
      try {
        signal.throwIfAborted();
        const resourceSubscriptions = uris.length > 0 && { resourceSubscriptions: uris };
        const notifications = {
          ...Object.fromEntries(asked.kinds.map((kind) => [kind, true])),
          ...resourceSubscriptions,
        };
        notify('notifications/subscriptions/acknowledged', { _meta: { [META.subscription]: id }, notifications });
        await ended(signal, closing);
        return { _meta: { [META.subscription]: id } };
      } finally {
        open.delete(one);
        uris.forEach(end);
      }
    },
    /** Sends a notification that belongs to no request to its subscribers. */
    notify(method: string, params: object = {}): void {
      const { uri, _meta } = params as { readonly uri?: unknown; readonly _meta?: object };
      for (const { id, methods, uris, notify } of open) {
        const wanted = method === UPDATED ? uris.has(String(uri)) : methods.has(method);
        if (wanted) notify(method, { ...params, _meta: { ..._meta, [META.subscription]: id } });
      }
    },
  };
}

const YES = (): boolean => true;
const NO = (): boolean => false;

/**
 * Resolves when the connection closes. Rejects when the client ends the subscription. Removes its listeners, because a
 * connection outlives many subscriptions.
 */
function ended(signal: AbortSignal, closing: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (closing.aborted) return resolve();
    const onClose = (): void => resolve();
    const onAbort = (): void => {
      closing.removeEventListener('abort', onClose);
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
    closing.addEventListener('abort', onClose, { once: true });
  });
}

interface Filter {
  readonly kinds: readonly (keyof typeof KINDS)[];
  readonly uris: readonly string[];
}

/** Max resources of one subscription. */
const MAX_URIS = 1000;

function readFilter(params: unknown): Filter {
  const method = 'subscriptions/listen';
  const { notifications } = (params ?? {}) as { readonly notifications?: unknown };
  if (typeof notifications !== 'object' || notifications === null || Array.isArray(notifications)) {
    throw invalidParams(method, undefined, [{ path: 'notifications', code: 'invalid_type' }]);
  }
  const given = notifications as Readonly<Record<string, unknown>>;
  const { resourceSubscriptions: uris = [] } = given;
  const kinds = (Object.keys(KINDS) as (keyof typeof KINDS)[]).filter((kind) => given[kind] !== undefined);
  const issues = kinds
    .filter((kind) => typeof given[kind] !== 'boolean')
    .map((kind) => ({ path: `notifications.${kind}`, code: 'invalid_type' }));
  const path = 'notifications.resourceSubscriptions';
  const isList = Array.isArray(uris) && uris.every((uri) => typeof uri === 'string');
  if (!isList) issues.push({ path, code: 'invalid_type' });
  else if (uris.length > MAX_URIS) issues.push({ path, code: 'too_big' });
  if (issues.length > 0) throw invalidParams(method, undefined, issues);
  return { kinds: kinds.filter((kind) => given[kind] === true), uris: [...new Set(uris as string[])] };
}

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
  const subscriptions = createSubscriptions({ watch: (method, uri) => handle(method, { uri }, UNASKED) });
  /** Requests that want log messages, with their levels. */
  const logging = new Map<CallContext, LogLevel>();

  const answered = async (
    method: string,
    params: unknown,
    meta: RequestMeta,
    context: CallContext,
  ): Promise<object> => {
    if (method === 'subscriptions/listen') return await subscriptions.listen(params, context);
    const { logLevel, capabilities, clientName } = meta;
    if (logLevel !== undefined) {
      logging.set(context, logLevel);
      await handle('logging/setLevel', { level: lowest(logging.values()) }, UNASKED).catch(() => {});
    }
    try {
      return await rounds.run({ method, params, capabilities, clientName }, context, (given, one) =>
        handle(method, given, one),
      );
    } finally {
      logging.delete(context);
    }
  };

  return {
    answer: (method, params, meta, context) =>
      answerModern(method, params, { ...{ offer, hints }, answer: (name, own) => answered(name, own, meta, context) }),
    session: {
      notify(method, params = {}) {
        if (method !== 'notifications/message') return subscriptions.notify(method, params);
        const { level } = params as { readonly level?: unknown };
        const severity = LOG_LEVELS.indexOf(level as LogLevel);
        for (const [{ notify }, min] of logging) if (severity >= LOG_LEVELS.indexOf(min)) notify(method, params);
      },
      request: rounds.ask,
      capabilitiesOf: (about) => rounds.of(about)?.capabilities,
      nameOf: (about) => rounds.of(about)?.clientName,
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
