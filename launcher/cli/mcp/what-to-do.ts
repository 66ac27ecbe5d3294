import { RpcError } from '../../../src/mcp/rpc-error.ts';
import { expandServer } from '../../gateway/config/expand-server.ts';
import { redactConfigured } from '../../gateway/config/redact-configured.ts';
import type { ServerConfig } from '../../gateway/config/server-config.ts';
import {
  type ConnectionFault,
  MCPConfigError,
  MCPConnectionError,
  MCPToolError,
} from '../../gateway/config/server-errors.ts';
import { targetOf } from './server-row.ts';

/**
 * Explains why a server could not be used, and how to fix it. Values of its `env` are removed from the server's own
 * messages. Rethrows errors that are our own bugs.
 */
export function whatToDo(
  error: unknown,
  name: string,
  config: ServerConfig,
  env: Readonly<Record<string, string | undefined>>,
): string {
  if (error instanceof RpcError)
    return `the server answered with error ${error.code}: ${wordsOf(error, name, config, env)}`;
  if (error instanceof MCPConfigError) return error.message;
  if (error instanceof MCPToolError) return `${error.message}${error.code === 'timeout' ? SLOW : ''}`;
  if (!(error instanceof MCPConnectionError)) throw error;
  return `${error.message}${HINTS[error.code]?.(config) ?? ''}`;
}

function wordsOf({ message }: RpcError, ...[name, config, env]: Parameters<typeof expandServer>): string {
  const expanded = expandServer(name, config, env);
  return redactConfigured(expanded.ok ? expanded.config : config)(message);
}

const SLOW = '; a slower server needs a longer "connectTimeout", a slower call a longer "timeout"';

const HINTS: { readonly [Fault in ConnectionFault]?: (config: ServerConfig) => string } = {
  spawn_failed: () => '; install it, or give the full path of its command',
  unreachable: (config) => `; check that ${targetOf(config)} is correct and running`,
  handshake_failed: tryByHand,
  closed: tryByHand,
  timeout: (config) => `${SLOW}${tryByHand(config)}`,
};

function tryByHand(config: ServerConfig): string {
  return config.transport === 'http' ? '' : `; start it yourself to see its output: ${targetOf(config)}`;
}
