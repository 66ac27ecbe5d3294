import type { ServerResponse } from 'node:http';
import type { EventLog } from '../../../src/base/events/event-log.ts';
import { RPC } from '../../../src/mcp/json-rpc.ts';
import { MODERN_ERRORS } from '../../../src/mcp/modern/request-meta.ts';
import type { ClientServer } from '../client-server.ts';
import type { Handle } from '../handle.ts';
import { Connection } from '../stdio/connection.ts';
import type { Reply } from './reply.ts';

/** Clients of MCP 2026-07-28 that can do the same and see the same. */
export type StatelessClient = ReturnType<typeof createStatelessClient>;

export interface StatelessClientOptions {
  readonly server: ClientServer;
  readonly log: EventLog;
  readonly newReply: (response: ServerResponse) => Reply;
}

/** HTTP statuses by error code. All other answers have 200 (MCP 2026-07-28, "Streamable HTTP"). */
const STATUS: Readonly<Record<number, number>> = { [RPC.methodNotFound]: 404, [MODERN_ERRORS.missingCapability]: 400 };

export function createStatelessClient({ server, log, newReply }: StatelessClientOptions) {
  const closing = new AbortController();
  const handle: Handle = (method, params, context) =>
    server.handle(method, params, { ...context, closing: closing.signal });
  return {
    /** Answers one request. The client cancels it by disconnecting. */
    postAlone(value: unknown, response: ServerResponse): void {
      const reply = newReply(response);
      // One for each request, because ids of different clients may be equal.
      const connection = new Connection({
        ...{ handle, log },
        write(line, done, message) {
          if ('method' in message) return reply.push(line, done);
          const { error } = message as { readonly error?: { readonly code: number } };
          reply.answer(line, done, STATUS[error?.code ?? 0]);
        },
      });
      void reply.closed.then(() => connection.abort());
      connection.take(value);
    },
    /** Answers pending requests that only wait for changes, because no more requests come. */
    close: (): void => closing.abort(),
    /** Ends the servers that run for these clients. */
    abort: (): Promise<void> => server.close(),
  };
}
