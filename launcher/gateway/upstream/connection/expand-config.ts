import { expandServer } from '../../config/expand-server.ts';
import type { ConfigIssue, LoadedServer, ServerConfig } from '../../config/server-config.ts';
import { MCPConfigError } from '../../config/server-errors.ts';

type WrongServer = Extract<LoadedServer, { readonly ok: false }>;

/** Returns the configuration with its variables filled in, for one attempt to connect. Throws an `MCPConfigError`. */
export function expandConfig(server: LoadedServer, env: Readonly<Record<string, string | undefined>>): ServerConfig {
  if (!server.ok) throw toConfigFault(server);
  const { name } = server;
  const expanded = expandServer(name, server.config, env);
  if (expanded.ok) return expanded.config;
  const { missing, missingAt, issues } = expanded;
  if (missing.length === 0) throw toConfigFault({ name, ok: false, issues });
  const message = `${cannotUse(name)}: environment variables that are not set: ${missing.join(', ')}, at ${missingAt.join(', ')}`;
  throw new MCPConfigError('missing_variable', message, { server: name });
}

export function toConfigFault({ name, issues }: WrongServer): MCPConfigError {
  const told = issues.map(({ message }: ConfigIssue) => message).join('; ');
  return new MCPConfigError('invalid', `${cannotUse(name)}: ${told}`, { server: name });
}

const cannotUse = (name: string): string => `cannot use the configuration of server ${JSON.stringify(name)}`;
