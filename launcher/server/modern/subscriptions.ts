import type { CallContext } from '../../../src/mcp/calls/call-context.ts';
import { invalidParams } from '../../../src/mcp/invalid-params.ts';
import type { RequestId } from '../../../src/mcp/json-rpc.ts';
import { META } from '../../../src/mcp/modern/request-meta.ts';

/** Notifications that clients subscribe to with `subscriptions/listen` requests. */
export interface Subscriptions {
  /** Resolves when the server ends the subscription. Rejects with the signal's reason when the client does. */
  listen(params: unknown, context: CallContext): Promise<object>;
  /** Sends a notification that belongs to no request to its subscribers. */
  notify(method: string, params?: object): void;
}

export interface SubscriptionsOptions {
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
export function createSubscriptions({ watch }: SubscriptionsOptions): Subscriptions {
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
    async listen(params, { id, notify, signal, closing }) {
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
    notify(method, params = {}) {
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
