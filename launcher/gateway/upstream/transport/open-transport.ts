import { serverEnvironment } from '../../../platform/process/child-environment.ts';
import type { HttpServerConfig, ServerConfig } from '../../config/server-config.ts';
import { recursionMark } from '../../recursion-guard.ts';
import { createSharedTransport } from '../../shared/shared-transport.ts';
import type { ServerSignIn } from '../../sign-in/server-sign-in.ts';
import { createHttpTransport } from './http-transport.ts';
import { createStdioTransport, type StdioTransportOptions } from './stdio-transport.ts';
import type { UpstreamTransport } from './upstream-transport.ts';

export interface SharedGateway {
  readonly socket: string;
  /** See `startGateway`. */
  readonly start: () => Promise<void>;
}

export interface TransportEdges extends Omit<StdioTransportOptions, 'server' | 'config'> {
  /** Process that runs shared servers; undefined if there can be none. */
  readonly shared?: SharedGateway | undefined;
  readonly signIns?: ((server: string, config: HttpServerConfig) => ServerSignIn | undefined) | undefined;
}

/** Creates the transport for a server's expanded configuration. Nothing is started yet. */
export type OpenTransport = (server: string, config: ServerConfig, edges: TransportEdges) => UpstreamTransport;

export const openTransport: OpenTransport = (server, config, edges) => {
  const { env, cwd, log, timers, signIns, onPrinted, shared } = edges;
  if (config.transport === 'http') {
    return createHttpTransport({ server, config, timers, signIn: signIns?.(server, config) });
  }
  const own = (): UpstreamTransport => createStdioTransport({ server, config, env, cwd, log, timers, onPrinted });
  if (config.shared !== true) return own();
  const onAlone = (reason: string): void => log('warn', 'gateway.not_shared', { server, reason });
  if (shared === undefined) {
    onAlone('the path of its socket is too long for this system');
    return own();
  }
  const inherited = { ...serverEnvironment(env), ...recursionMark(env) };
  const asked = { server, config, env: inherited, cwd };
  return createSharedTransport({
    asked,
    socket: shared.socket,
    startGateway: shared.start,
    own,
    onAlone,
    onPrinted,
    timers,
  });
};
