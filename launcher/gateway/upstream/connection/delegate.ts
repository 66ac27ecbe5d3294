import type { ServerConnection } from './server-connection.ts';

/** Wraps a connection, with some of its methods replaced. */
export function delegate(
  to: ServerConnection,
  own: Partial<Pick<ServerConnection, 'request' | 'notify'>>,
): ServerConnection {
  return {
    name: to.name,
    get state() {
      return to.state;
    },
    get fault() {
      return to.fault;
    },
    get isSilent() {
      return to.isSilent;
    },
    get facts() {
      return to.facts;
    },
    start: () => to.start(),
    request: (method, params, options) => to.request(method, params, options),
    signedIn: () => to.signedIn(),
    configure: (server) => to.configure(server),
    notify: (method, params) => to.notify(method, params),
    close: (toFault, next) => to.close(toFault, next),
    ...own,
  };
}
