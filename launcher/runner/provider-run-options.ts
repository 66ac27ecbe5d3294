/** A stdio MCP server that a provider starts and speaks to. */
export interface McpServerConfig {
  readonly command: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** By the name that an agent knows it by. */
export type McpServers = Readonly<Record<string, McpServerConfig>>;

/** What a runner hands to the provider of an agent. */
export interface ProviderRunOptions {
  /** Absent: the run has its provider's own tools alone. */
  readonly mcpServers?: McpServers | undefined;
}
