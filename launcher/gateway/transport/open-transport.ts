import type { EventLog } from '../../events/event-log.ts';
import type { Timers } from '../../process/timers.ts';
import type { HttpServerConfig, ServerConfig } from '../config/server-config.ts';
import type { ServerSignIn } from '../oauth/server-sign-in.ts';
import { createHttpTransport } from './http-transport.ts';
import { createStdioTransport } from './stdio-transport.ts';
import type { UpstreamTransport } from './upstream-transport.ts';

export interface TransportEdges {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the launcher runs. */
  readonly cwd: string;
  readonly log: EventLog;
  readonly timers: Timers;
  readonly signIns?: ((server: string, config: HttpServerConfig) => ServerSignIn | undefined) | undefined;
}

/** The way to a server as its expanded configuration has it; nothing is started yet. */
export type OpenTransport = (server: string, config: ServerConfig, edges: TransportEdges) => UpstreamTransport;

export const openTransport: OpenTransport = (server, config, { env, cwd, log, timers, signIns }) =>
  config.transport === 'stdio'
    ? createStdioTransport({ server, config, env, cwd, log, timers })
    : createHttpTransport({ server, config, timers, signIn: signIns?.(server, config) });
