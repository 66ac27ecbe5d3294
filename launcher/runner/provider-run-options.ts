/** A stdio MCP server that a provider starts and connects to. */
export interface McpServerConfig {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Servers by the name under which an agent sees them. */
export type McpServers = Readonly<Record<string, McpServerConfig>>;

/** Options that a runner passes to an agent's provider. */
export interface ProviderRunOptions {
  /** Servers to start. If absent, the run has only the provider's own tools. */
  readonly mcpServers?: McpServers | undefined;
}
