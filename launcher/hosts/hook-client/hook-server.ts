/** Min UTF-16 units of a result that hooks shorten. */
export const MIN_HOOK_CHARS = 2500;

/** A running server that answers hooks, as it describes itself in a file in `hookFolder`. */
export interface HookServer {
  readonly pid: number;
  /** Pid of the process that started it, usually the host. */
  readonly parent: number;
  /** Namespace of its pids, because pids of a container mean nothing elsewhere. Empty if the system has only one. */
  readonly space: string;
  /** Name of the client, from `initialize`. */
  readonly client: string;
  /** Real path of its project's root. */
  readonly root: string;
  /** Min UTF-16 units of a result. Shorter ones need not be sent. */
  readonly minChars: number;
  /** Max time for an answer, in milliseconds. */
  readonly timeoutMs: number;
  /** Path of its socket, or name of its pipe. */
  readonly socket: string;
  /** Must be sent with every hook: a Windows pipe is open to every user. */
  readonly token: string;
}

/** Line that a hook sends. The answer is also one line: `null` if the result passes. */
export interface HookRequest {
  readonly token: string;
  readonly host: string;
  /** Input from the host, unchanged. */
  readonly input: unknown;
}

/** Max bytes of a line. Larger results pass. */
export const MAX_HOOK_BYTES: number = 16 * 1024 * 1024;

/** Returns the folder of sockets and descriptions in MCP_PRUNER_HOME. */
export const hookFolder = (home: string): string => `${home}/hooks`;

/** Max bytes of a Unix socket's path, on macOS. */
export const MAX_SOCKET_PATH = 103;

/** Length of a server's name. The name is random, because containers that share a home folder use the same pids. */
export const NAME_CHARS = 9;

/** Returns the path of a server's socket, or the name of its pipe. Both are unique to the server. */
export function socketOf(home: string, name: string, token: string, platform: NodeJS.Platform): string {
  return platform === 'win32' ? `\\\\.\\pipe\\mcp-pruner-${name}-${token}` : `${hookFolder(home)}/${name}.sock`;
}

/** True if the system accepts the path. Longer ones are cut or refused. */
export function isSocketPath(socket: string, platform: NodeJS.Platform): boolean {
  return platform === 'win32' || Buffer.byteLength(socket) <= MAX_SOCKET_PATH;
}

/** True if a server's client is that host. See `Host.name`. */
export function isServerOf(host: string, { client }: Pick<HookServer, 'client'>): boolean {
  const [word = host] = host.split('-');
  return client.toLowerCase().includes(word);
}
