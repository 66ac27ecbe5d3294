import path from 'node:path';
import { sha256 } from '../../platform/sha256.ts';
import type { StdioServerConfig } from '../config/server-config.ts';
import type { ConnectionFault } from '../config/server-errors.ts';
import { recursionMark } from '../recursion-guard.ts';
import { findCommand } from '../upstream/transport/find-command.ts';

/** Request of a launcher to the process that runs shared servers, as the first line of a connection. */
export interface OpenShared {
  readonly server: string;
  /** Expanded configuration. */
  readonly config: StdioServerConfig;
  /** Environment that the server inherits. */
  readonly env: Readonly<Record<string, string>>;
  /** Working directory of the launcher. */
  readonly cwd: string;
}

/** Methods of the connection itself, in addition to MCP's. */
export const OPEN = '$/open';
export const ENDED = '$/ended';
export const PRINTED = '$/printed';
/** Asks the process whether it is running. The process sends the same message back. */
export const ALIVE = '$/alive';

/** Error data if `OPEN` fails. */
export interface OpenFault {
  readonly code: ConnectionFault;
  readonly message: string;
}

/** Reason why a server has ended. */
export interface SharedEnd {
  readonly ending?: string | undefined;
  readonly stderr: string;
}

/** Max bytes of a socket's path on any system. */
const MAX_PATH = 103;

/**
 * Returns the socket of the process that runs shared servers. Each version has its own: launchers of another version
 * find theirs, and the older process exits after its last launcher. Undefined if no socket can be created.
 */
export function sharedSocket(home: string, version: string, platform: NodeJS.Platform): string | undefined {
  const name = sha256(version, 8);
  const socket = path.join(home, 'run', `g-${name}.sock`);
  return platform === 'win32' || Buffer.byteLength(socket) > MAX_PATH ? undefined : socket;
}

/**
 * Launchers with the same key share a server: the same program, arguments, folder, home and configured environment. The
 * rest of the environment does not count, because each agent adds to it (to PATH, for one) and no two would share.
 */
export async function sharedKey({ config, env, cwd }: OpenShared): Promise<string> {
  const { command, args } = config;
  const where = path.resolve(cwd, config.cwd ?? '.');
  const program = (await findCommand(command, where, config.env['PATH'] ?? env['PATH'])) ?? command;
  const all = [program, args, where, env['HOME'], recursionMark(env), sorted(config.env)];
  return sha256(JSON.stringify(all));
}

function sorted(env: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(env).sort(([a], [b]) => (a < b ? -1 : 1));
}
