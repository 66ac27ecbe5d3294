import type { ProviderRunOptions } from '../provider-run-options.ts';

/** The part of the Claude Agent SDK's `Options` that a runner sets. It is mutable, as in the SDK. */
export interface ClaudeOptions {
  mcpServers?: Record<string, { command: string; args?: string[]; env?: Record<string, string> }>;
}

/** Returns servers to spread into the `options` of `query()`; an empty object if there are none. */
export function toClaudeOptions({ mcpServers }: ProviderRunOptions): ClaudeOptions {
  if (mcpServers === undefined) return {};
  const servers = Object.entries(mcpServers).map(([name, { command, args, env }]) => {
    const server = { command, ...(args && { args: [...args] }), ...(env && { env: { ...env } }) };
    return [name, server] as const;
  });
  return { mcpServers: Object.fromEntries(servers) };
}
