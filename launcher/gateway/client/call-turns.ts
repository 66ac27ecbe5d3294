import { type AskedClient, NO_TURN, SharedCalls } from '../../../src/mcp/shared-calls.ts';
import type { Timers } from '../../platform/timers.ts';
import { MCPConnectionError } from '../config/server-errors.ts';
import { delegate } from '../upstream/connection/delegate.ts';
import type { ServerConnection } from '../upstream/connection/server-connection.ts';

/**
 * Coordinates calls of several agents on shared connections. A server's question goes only to the agent's request that
 * it is about. A server that asks questions gets one call at a time.
 */
export interface CallTurns {
  /** Wraps a connection so that its calls take turns. */
  wrap(to: ServerConnection): ServerConnection;
  /** Resolves to the signal of the request that a question of the server is about. */
  callerOf(server: string, signal: AbortSignal): Promise<AskedClient<AbortSignal>>;
  /** Call when that request's client has answered. */
  answered(server: string): void;
}

/** Creates the coordinator. A request's signal identifies its client. */
export function createCallTurns(timers: Timers): CallTurns {
  const byServer = new Map<string, SharedCalls<AbortSignal>>();
  const callsOf = (server: string): SharedCalls<AbortSignal> => {
    const calls = byServer.get(server) ?? new SharedCalls<AbortSignal>((ms, run) => timers.after(ms, run));
    byServer.set(server, calls);
    return calls;
  };
  return {
    wrap(to) {
      const calls = callsOf(to.name);
      return delegate(to, {
        async request(method, params, options) {
          const { signal } = options;
          const id = {};
          signal.throwIfAborted();
          await new Promise<void>((resolve, reject) => {
            const onAbort = (): void => {
              if (calls.withdraw(signal, (key) => key === id)) reject(signal.reason);
            };
            signal.addEventListener('abort', onAbort, { once: true });
            calls.start(signal, method, id, {
              start: () => {
                signal.removeEventListener('abort', onAbort);
                calls.started(signal, method, id);
                resolve();
              },
              late: () => {
                const message = `cannot call server ${JSON.stringify(to.name)}: ${NO_TURN}`;
                reject(new MCPConnectionError('timeout', message, { server: to.name }));
              },
            });
          });
          try {
            return await to.request(method, params, options);
          } finally {
            if (signal.aborted) calls.cancelled(id);
            else calls.ended(id);
          }
        },
      });
    },
    answered: (server) => callsOf(server).answered(),
    callerOf: (server, signal) =>
      new Promise((resolve, reject) => {
        const calls = callsOf(server);
        const id = {};
        signal.addEventListener('abort', () => {
          calls.forget(id);
          reject(signal.reason);
        });
        calls.ask(id, resolve);
      }),
  };
}
