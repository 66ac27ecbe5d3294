import type { OAuthConfig } from './oauth-config.ts';

/** Globs over a server's own tool names: what the first match is offered, but for what the second match. */
export interface ToolGlobs {
  readonly allowedTools: readonly string[];
  readonly blockedTools: readonly string[];
}

/** What is said of a tool in place of its server's words. */
export interface ToolOverride {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly annotations?: Readonly<Record<string, unknown>> | undefined;
}

/** Settings of every server, however it is reached. */
export interface CommonConfig {
  readonly enabled: boolean;
  /** Globs over the server's own tool names; `["*"]`: all. */
  readonly allowedTools: readonly string[];
  /** Globs; what they match is taken away from `allowedTools`. */
  readonly blockedTools: readonly string[];
  readonly autoReconnect: boolean;
  /** Milliseconds that a call may take without progress. */
  readonly timeout: number;
  /** Milliseconds until the server must have answered `initialize`, and each of its lists. */
  readonly connectTimeout: number;
  /** The version of MCP that the server is asked in from the beginning; undefined: it is found out. */
  readonly protocolVersion?: string | undefined;
  /** Whether answers are held to the response contract. */
  readonly shape: boolean;
  /** Whether its tools take a `context_focus_question`. */
  readonly focus: boolean;
  /** What is said of tools in place of the server's own words, by their own names. */
  readonly tools?: Readonly<Record<string, ToolOverride>> | undefined;
  /** What the profile in use offers of its tools; undefined without one. */
  readonly profile?: ToolGlobs | undefined;
}

export interface StdioServerConfig extends CommonConfig {
  readonly transport: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** `undefined`: where the launcher runs. */
  readonly cwd: string | undefined;
  /** True: one process of it is for all agents. */
  readonly shared?: boolean | undefined;
}

export interface HttpServerConfig extends CommonConfig {
  readonly transport: 'http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** True: only the older HTTP+SSE transport is used. */
  readonly sse: boolean;
  readonly oauth: OAuthConfig | undefined;
}

/** One server of `mcp-config.json`, defaults filled in, `${VAR}` still as written. */
export type ServerConfig = StdioServerConfig | HttpServerConfig;

/** What is wrong, or odd, at one place of the file. The message never holds a value of `args`, `env`, `headers` or `url`. */
export interface ConfigIssue {
  /** As in a program: `mcpServers.github.env["MY-VAR"]`. */
  readonly path: string;
  readonly message: string;
}

/** A server by its name: one that is wrong fails alone. */
export type LoadedServer =
  | { readonly name: string; readonly ok: true; readonly config: ServerConfig }
  | { readonly name: string; readonly ok: false; readonly issues: readonly ConfigIssue[] };
