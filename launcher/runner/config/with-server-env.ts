import { ConfigError, checkVariable } from '../../platform/settings/config.ts';
import type { McpServersDecision } from './build-mcp-servers-config.ts';

/**
 * Adds environment variables to all servers of a decision. Variables that a server already has stay. A value that the
 * server would refuse makes the decision `config_invalid`.
 */
export function withServerEnv(decision: McpServersDecision, env: Readonly<Record<string, string>>): McpServersDecision {
  if (decision.kind !== 'config_resolved') return decision;
  const servers = Object.entries(decision.mcpServers).map(([name, server]) => {
    return [name, { ...server, env: { ...env, ...server.env } }] as const;
  });
  try {
    for (const [, { env: all }] of servers) for (const one of Object.entries(all)) checkVariable(...one);
  } catch (error) {
    if (error instanceof ConfigError) return { kind: 'config_invalid', error };
    throw error;
  }
  return { ...decision, mcpServers: Object.fromEntries(servers) };
}
