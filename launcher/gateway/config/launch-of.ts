import type { ServerConfig } from './server-config.ts';

/** A configuration without the keys that a running connection can take over. */
type Launch = Record<string, unknown>;

/** The part of a configuration that says what is started or called, and how: any other change keeps the connection. */
export function launchOf(config: ServerConfig): Launch {
  const {
    enabled,
    allowedTools,
    blockedTools,
    autoReconnect,
    timeout,
    connectTimeout,
    shape,
    focus,
    tools,
    profile,
    ...launch
  } = config;
  return launch;
}
