import type { JsonObject } from '../../../../src/base/json/json-object.ts';
import { isJsonObject } from '../../../../src/base/json/json-object.ts';
import { ownNumberOf, RPC } from '../../../../src/mcp/json-rpc.ts';
import { RpcError } from '../../../../src/mcp/rpc-error.ts';
import type { Timers } from '../../../platform/timers.ts';
import type { AskServer } from './ask-server.ts';

/** Our subscriptions to changes of one server (MCP 2026-07-28, `subscriptions/listen`). */
export interface ModernSubscriptions {
  /** Number of requests that only wait for changes. */
  readonly listening: number;
  /**
   * Subscribes, and renews the subscription when the server has ended it. Resolves to what the server agreed to at
   * first.
   */
  listenTo(notifications: JsonObject, signal: AbortSignal): Promise<JsonObject>;
  /** Subscribes to a resource. Rejects with an `RpcError` if the server does not agree. */
  watch(uri: string): Promise<JsonObject>;
  unwatch(uri: string): void;
  /**
   * Handles a notification with a subscription's id. Returns true only for the notification that confirms a
   * subscription.
   */
  acknowledged(method: string, id: unknown, params: JsonObject): boolean;
}

export interface ModernSubscriptionsOptions {
  /** Sends one request, with the `_meta` that each request needs. */
  readonly ask: AskServer;
  readonly timers: Timers;
  /** Aborted when the connection is closed. */
  readonly closing: AbortSignal;
}

interface Subscribed {
  readonly agreed: JsonObject;
  /** Settles when the subscription is over. */
  readonly ended: Promise<JsonObject>;
}

/** Time before a subscription that the server has ended is renewed, in milliseconds. */
const LISTEN_AGAIN_MS = 5000;
const LISTEN = 'subscriptions/listen';
const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';

export function createModernSubscriptions(options: ModernSubscriptionsOptions): ModernSubscriptions {
  const { subscribe, ...subscriptions } = createSubscriber(options.ask);
  const { timers, closing } = options;
  /** Subscriptions to single resources, by URI. */
  const watched = new Map<string, { readonly stop: AbortController; readonly begun: Promise<JsonObject> }>();

  const listenTo = async (notifications: JsonObject, signal: AbortSignal): Promise<JsonObject> => {
    const again = (error?: unknown): void => {
      // Do not renew if the server does not support it, or if nobody listens any more.
      if (error instanceof RpcError || signal.aborted) return;
      const cancel = timers.after(LISTEN_AGAIN_MS, () => {
        signal.removeEventListener('abort', cancel);
        listenTo(notifications, signal).catch(() => {});
      });
      signal.addEventListener('abort', cancel, { once: true });
    };
    try {
      const { agreed, ended } = await subscribe(notifications, signal);
      ended.then(() => again(), again);
      return agreed;
    } catch (error) {
      again(error);
      throw error;
    }
  };

  const beginToWatch = async (uri: string, signal: AbortSignal): Promise<JsonObject> => {
    const { resourceSubscriptions: uris } = await listenTo({ resourceSubscriptions: [uri] }, signal);
    if (Array.isArray(uris) && uris.includes(uri)) return {};
    throw new RpcError(RPC.methodNotFound, 'Method not found', { method: 'resources/subscribe' });
  };
  const watch = (uri: string): Promise<JsonObject> => {
    const known = watched.get(uri);
    if (known !== undefined) return known.begun;
    const stop = new AbortController();
    const begun = beginToWatch(uri, AbortSignal.any([stop.signal, closing]));
    watched.set(uri, { stop, begun });
    begun.catch(() => {
      if (watched.get(uri)?.stop === stop) unwatch(uri);
    });
    return begun;
  };
  const unwatch = (uri: string): void => {
    watched.get(uri)?.stop.abort(new Error('it is not watched any more'));
    watched.delete(uri);
  };

  return {
    get listening() {
      return subscriptions.listening();
    },
    acknowledged: subscriptions.acknowledged,
    ...{ listenTo, watch, unwatch },
  };
}

interface Subscriber {
  /** Resolves to what the server agreed to. */
  subscribe(notifications: JsonObject, signal: AbortSignal): Promise<Subscribed>;
  listening(): number;
  acknowledged: ModernSubscriptions['acknowledged'];
}

/** Sends single subscriptions and matches them with what the server agrees to. */
function createSubscriber(ask: AskServer): Subscriber {
  /** Callbacks for what the server agrees to, by subscription id. */
  const pending = new Map<number, (agreed: JsonObject) => void>();
  let listening = 0;
  return {
    listening: () => listening,
    async subscribe(notifications, signal) {
      let agreed = (_: JsonObject): void => {};
      const agreement = new Promise<JsonObject>((resolve) => {
        agreed = resolve;
      });
      let id = 0;
      listening++;
      const ended = ask(
        LISTEN,
        { notifications },
        {
          signal,
          onId: (given) => {
            id = given;
            pending.set(id, agreed);
          },
        },
      ).finally(() => {
        listening--;
        pending.delete(id);
      });
      return { agreed: await Promise.race([agreement, ended.then(() => ({}))]), ended };
    },
    acknowledged(method, id, params) {
      if (method !== ACKNOWLEDGED) return false;
      const { notifications } = params;
      pending.get(ownNumberOf(id))?.(isJsonObject(notifications) ? notifications : {});
      return true;
    },
  };
}
