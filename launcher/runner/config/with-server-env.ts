import type { McpServersDecision } from './build-mcp-servers-config.ts';

/** The decision with more variables for its servers; those that they have already stay. */
export function withServerEnv(decision: McpServersDecision, env: Readonly<Record<string, string>>): McpServersDecision {
  if (decision.kind !== 'config_resolved') return decision;
  const servers = Object.entries(decision.mcpServers).map(([name, server]) => {
    return [name, { ...server, env: { ...env, ...server.env } }] as const;
  });
  return { ...decision, mcpServers: Object.fromEntries(servers) };
}
