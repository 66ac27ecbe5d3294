import type { HookHost } from '../hook-hosts.ts';
import { ancestors, findServers } from './find-servers.ts';

/** A hook of a host, as it is given. */
export interface GivenHook {
  readonly host: HookHost;
  /** MCP_PRUNER_HOME. */
  readonly home: string;
  /** JSON. */
  readonly input: Buffer;
  /** Environment of the hook. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Returns what a hook is to print: the host's answer as JSON, or nothing, so that the result passes as it is. It passes on
 * every fault. Results below the size are not sent to a server at all.
 */
export async function runHook({ host, home, input, env }: GivenHook): Promise<string> {
  try {
    const { cwd, ...fields } = JSON.parse(input.toString('utf8')) as Given;
    if (host === 'claude-code' && isCursor(fields, env)) return '';
    const folder = [cwd, fields.workspace_roots?.[0]].find((one) => typeof one === 'string' && one !== '') as
      | string
      | undefined;
    const longest = longestText(fields);
    for (const server of findServers(home, { host, processes: ancestors, folder })) {
      if (longest < server.minChars) return '';
      // Loads `node:net`, which results that are too short need not wait for.
      const { askServer } = await import('./ask-server.ts');
      // A server may have been killed since it was found.
      const asked = await askServer(server, host, input).catch(() => undefined);
      if (asked !== undefined) return asked.answer ?? '';
    }
  } catch {
    // No folder of servers, or no JSON.
  }
  return '';
}

/** Fields that are looked at here. */
interface Given {
  readonly cwd?: unknown;
  readonly workspace_roots?: { readonly 0?: unknown } | null;
  readonly cursor_version?: unknown;
}

/** True if Cursor runs a hook of Claude Code's settings: it has one of its own, and takes other answers. */
function isCursor({ cursor_version: version }: Given, env: GivenHook['env']): boolean {
  return version !== undefined || Boolean(env['CURSOR_VERSION']);
}

/** UTF-16 units of the longest text in a value. A result is no longer. */
function longestText(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let longest = 0;
  for (const one of Object.values(value)) longest = Math.max(longest, longestText(one));
  return longest;
}
