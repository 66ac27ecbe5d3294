import type { OAuthConfig } from './oauth-config.ts';

/**
 * Globs over a server's own tool names. Tools that match `allowedTools` are offered, unless they match `blockedTools`.
 */
export interface ToolGlobs {
  readonly allowedTools: readonly string[];
  readonly blockedTools: readonly string[];
}

/** Replacements for a tool's own name, description and annotations. */
export interface ToolOverride {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly annotations?: Readonly<Record<string, unknown>> | undefined;
}

/** Settings that all servers have, whatever their transport. */
export interface CommonConfig {
  readonly enabled: boolean;
  /** Globs over the server's own tool names; `["*"]` allows all. */
  readonly allowedTools: readonly string[];
  /** Globs over tools to exclude from `allowedTools`. */
  readonly blockedTools: readonly string[];
  readonly autoReconnect: boolean;
  /** Max time for a call without progress, in milliseconds. */
  readonly timeout: number;
  /** Max time for the server to answer `initialize`, and each of its lists, in milliseconds. */
  readonly connectTimeout: number;
  /** MCP version to use from the first request; undefined means to detect it. */
  readonly protocolVersion?: string | undefined;
  /** True if answers are shaped to the response contract. */
  readonly shape: boolean;
  /** True if its tools get a `context_focus_question` argument. */
  readonly focus: boolean;
  /** Overrides by the tool's own name. */
  readonly tools?: Readonly<Record<string, ToolOverride>> | undefined;
  /** Tools that the active profile offers; undefined without a profile. */
  readonly profile?: ToolGlobs | undefined;
}

export interface StdioServerConfig extends CommonConfig {
  readonly transport: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Working directory; undefined for that of the launcher. */
  readonly cwd: string | undefined;
  /** False if each client of `gateway --http` gets its own process of it. */
  readonly shared?: boolean | undefined;
}

export interface HttpServerConfig extends CommonConfig {
  readonly transport: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** True if only the older HTTP+SSE transport is used. */
  readonly sse: boolean;
  readonly oauth: OAuthConfig | undefined;
}

/** One server of `mcp-config.json`, with defaults filled in and `${VAR}` not expanded. */
export type ServerConfig = StdioServerConfig | HttpServerConfig;

/**
 * An error or warning at one place of the file. The message never contains a value of `args`, `env`, `headers` or
 * `url`.
 */
export interface ConfigIssue {
  /** Path in code notation: `mcpServers.github.env["MY-VAR"]`. */
  readonly path: string;
  readonly message: string;
}

/** A server by name. An invalid one does not affect the others. */
export type LoadedServer =
  | { readonly name: string; readonly ok: true; readonly config: ServerConfig }
  | { readonly name: string; readonly ok: false; readonly issues: readonly ConfigIssue[] };
