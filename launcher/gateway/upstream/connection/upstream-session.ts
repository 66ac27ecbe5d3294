import type { JsonObject } from '../../../../src/base/json/json-object.ts';
import type { MCPConnectionError } from '../../config/server-errors.ts';
import { shakeHands } from './handshake.ts';
import { SessionLink } from './session-link.ts';
import type { SessionOptions } from './session-options.ts';
import type { SessionRequest } from './session-requests.ts';

/** An initialized connection, until it is lost. */
export type UpstreamSession = Readonly<Awaited<ReturnType<typeof openUpstreamSession>>>;

/** Connects and initializes. Rejects with an `MCPConnectionError` after releasing everything that it started. */
export async function openUpstreamSession(options: SessionOptions) {
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
    /** Number of requests in flight, except those without a timeout. */
    get waiting(): number {
      return link.waiting;
    },
    /** Sends a request once. Rejects as `ServerConnection.request` does. */
    request: (method: string, params: JsonObject | undefined, given: SessionRequest): Promise<JsonObject> =>
      link.requests.send(ask, method, params, given),
    notify: (method: string, params: JsonObject | undefined): void => link.notify(method, params),
    /** Gives the session up as lost. */
    lose: (error: MCPConnectionError): void => link.lose(error),
    /** Ends the session. Pending requests get `reason`. */
    close: (reason: MCPConnectionError): Promise<void> => link.end(reason),
  };
}
