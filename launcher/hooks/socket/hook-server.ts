import type { HookHost } from '../hook-hosts.ts';

/** A running server that answers hooks, as it describes itself in a file of `hookFolder`. */
export interface HookServer {
  readonly pid: number;
  /** The process that started it: the host, as a rule. */
  readonly parent: number;
  /** Tells apart whose process numbers these are: those of containers say nothing elsewhere. Empty if the system has one kind. */
  readonly space: string;
  /** The client's name, as it gave it with `initialize`. */
  readonly client: string;
  /** The root of its project, a real path. */
  readonly root: string;
  /** Min UTF-16 units of a result; shorter ones need not be sent. */
  readonly minChars: number;
  /** Milliseconds that an answer takes at most. */
  readonly timeoutMs: number;
  /** Path of its socket, or name of its pipe. */
  readonly socket: string;
  /** Must be sent with every hook: a Windows pipe is open to every user. */
  readonly token: string;
}

/** Line that a hook sends. The answer is also one line: `null` if the result passes. */
export interface HookRequest {
  readonly token: string;
  readonly host: HookHost;
  /** Input from the host, unchanged. */
  readonly input: unknown;
}

/** Max bytes of a line. Larger results pass. */
export const MAX_HOOK_BYTES: number = 16 * 1024 * 1024;

/** The folder of sockets and descriptions in MCP_PRUNER_HOME. */
export function hookFolder(home: string): string {
  return `${home}/hooks`;
}

/** Max bytes of a Unix socket's path, on macOS. */
export const MAX_SOCKET_PATH = 103;

/** Letters of a server's name. It is no process number: containers that share a home folder have the same numbers. */
export const NAME_CHARS = 9;

/** Path of a server's socket, or name of its pipe, which no two servers share. */
export function socketOf(home: string, name: string, token: string, platform: NodeJS.Platform): string {
  return platform === 'win32' ? `\\\\.\\pipe\\mcp-pruner-${name}-${token}` : `${hookFolder(home)}/${name}.sock`;
}

/** True if a system takes the path: it cuts or refuses longer ones. */
export function isSocketPath(socket: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' || Buffer.byteLength(socket) <= MAX_SOCKET_PATH;
}

/** Words in the names of clients, by host. */
const CLIENTS: Readonly<Record<HookHost, string>> = {
  'claude-code': 'claude',
  codex: 'codex',
  cursor: 'cursor',
  gemini: 'gemini',
  opencode: 'opencode',
};

/** True if a server's client is that host. */
export function isServerOf(host: HookHost, { client }: Pick<HookServer, 'client'>): boolean {
  return client.toLowerCase().includes(CLIENTS[host]);
}
