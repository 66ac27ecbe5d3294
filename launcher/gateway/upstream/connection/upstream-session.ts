import type { JsonObject } from '../../../../src/base/json/json-object.ts';
import type { MCPConnectionError } from '../../config/server-errors.ts';
import type { UpstreamTransport } from '../transport/upstream-transport.ts';
import { shakeHands } from './handshake.ts';
import type { ServerFacts } from './server-connection.ts';
import { SessionLink } from './session-link.ts';
import type { SessionOptions } from './session-options.ts';
import type { SessionRequest } from './session-requests.ts';

/** An initialized connection, until it is lost. */
export interface UpstreamSession {
  readonly facts: ServerFacts;
  readonly transport: UpstreamTransport['kind'];
  /** Number of requests in flight, except those without a timeout. */
  readonly waiting: number;
  /** Sends a request once. Rejects as `ServerConnection.request` does. */
  request(method: string, params: JsonObject | undefined, options: SessionRequest): Promise<JsonObject>;
  notify(method: string, params: JsonObject | undefined): void;
  /** Gives the session up as lost. */
  lose(error: MCPConnectionError): void;
  /** Ends the session. Pending requests get `reason`. */
  close(reason: MCPConnectionError): Promise<void>;
}

/** Connects and initializes. Rejects with an `MCPConnectionError` after releasing everything that it started. */
export async function openUpstreamSession(options: SessionOptions): Promise<UpstreamSession> {
  const link = new SessionLink(options);
  const facts = await shakeHands(options, {
    ask: link.ask,
    openModern: link.openModern,
    end: (error) => link.end(error),
  });
  const { ask } = link.modern ?? link;
  await link.open();
  return {
    facts,
    transport: options.transport.kind,
    get waiting() {
      return link.waiting;
    },
    request: (method, params, given) => link.requests.send(ask, method, params, given),
    notify: (method, params) => link.notify(method, params),
    lose: (error) => link.lose(error),
    close: (reason) => link.end(reason),
  };
}
