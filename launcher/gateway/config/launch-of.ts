import type { ServerConfig } from './server-config.ts';

/** A configuration without the keys that a running connection can adopt. */
type Launch = Record<string, unknown>;

/**
 * Returns the part of a configuration that determines what is started or called, and how. Other changes do not need a
 * reconnect.
 */
export function launchPartOf(config: ServerConfig): Launch {
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
