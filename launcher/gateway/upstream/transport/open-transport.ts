import type { HttpServerConfig, ServerConfig } from '../../config/server-config.ts';
import type { SharedServers } from '../../shared/shared-servers.ts';
import type { ServerSignIn } from '../../sign-in/server-sign-in.ts';
import type { ClientPort } from '../connection/server-connection.ts';
import { createHttpTransport } from './http-transport.ts';
import { createStdioTransport, type StdioTransportOptions } from './stdio-transport.ts';
import type { UpstreamTransport } from './upstream-transport.ts';

export interface TransportEdges extends Omit<StdioTransportOptions, 'server' | 'config'> {
  readonly client: Pick<ClientPort, 'capabilities'>;
  /** Servers that other clients of this process use too. Default: each connection starts its own. */
  readonly shared?: Pick<SharedServers, 'open'> | undefined;
  readonly signIns?: ((server: string, config: HttpServerConfig) => ServerSignIn | undefined) | undefined;
}

/** Creates the transport for a server's expanded configuration. Nothing is started yet. */
export type OpenTransport = (server: string, config: ServerConfig, edges: TransportEdges) => UpstreamTransport;

export const openTransport: OpenTransport = (server, config, edges) => {
  const { client, env, cwd, log, timers, signIns, onPrinted, shared } = edges;
  if (config.transport === 'http') {
    return createHttpTransport({ server, config, timers, signIn: signIns?.(server, config) });
  }
  const options = { server, config, env, cwd, log, timers, onPrinted };
  return shared === undefined || config.shared === false
    ? createStdioTransport(options)
    : shared.open(options, client.capabilities());
};
