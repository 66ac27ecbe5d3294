import type { McpServersDecision } from './build-mcp-servers-config.ts';

/** Adds environment variables to all servers of a decision. Variables that a server already has stay. */
export function withServerEnv(decision: McpServersDecision, env: Readonly<Record<string, string>>): McpServersDecision {
  if (decision.kind !== 'config_resolved') return decision;
  const servers = Object.entries(decision.mcpServers).map(([name, server]) => {
    return [name, { ...server, env: { ...env, ...server.env } }] as const;
  });
  return { ...decision, mcpServers: Object.fromEntries(servers) };
}
