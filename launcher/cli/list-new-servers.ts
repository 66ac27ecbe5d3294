import { rememberServer } from '../gateway/catalog/remember-server.ts';
import { createRememberedLists } from '../gateway/catalog/remembered-lists.ts';
import type { ConfigLocation } from '../gateway/config/config-location.ts';
import { loadSources } from '../gateway/config/load-sources.ts';
import { withRecursionMark } from '../gateway/recursion-guard.ts';
import { storedSignIns } from '../gateway/sign-in/stored-sign-ins.ts';
import type { ServerLists } from '../gateway/upstream/connection/server-connection.ts';
import type { Timers } from '../platform/timers.ts';
import { within } from '../platform/within.ts';
import type { CommandContext } from './command.ts';
import { connectServer } from './connect-server.ts';

/** Max time for all servers together, in milliseconds. A program that npx has to download may take longer. */
const LIST_MS = 10_000;

interface NewServersOptions extends Pick<CommandContext, 'env' | 'cwd' | 'version' | 'stop'> {
  readonly location: ConfigLocation;
  readonly home: string;
  readonly timers: Timers;
}

/**
 * Lists the servers that were never listed before, so that each agent is offered their tools in its first list. If a
 * server fails or takes too long, agents list it with their own connections later.
 */
export async function listNewServers(options: NewServersOptions): Promise<void> {
  const { location, home, timers, env, cwd, version, stop } = options;
  const { servers } = await loadSources(location);
  const remembered = createRememberedLists(home, timers);
  const ending = new AbortController();
  const signal = AbortSignal.any([stop, ending.signal]);
  const all = servers.map(async (server) => {
    if (!server.ok || !server.config.enabled) return;
    const { name, config } = server;
    if ((await remembered.read(name, config)) !== undefined) return;
    let lists: Partial<ServerLists> = {};
    let onTools = (): void => {};
    const hasTools = new Promise<void>((resolve) => {
      onTools = resolve;
    });
    const connection = connectServer(server, {
      ...{ env: withRecursionMark(env, location.user), cwd, version, timers, signIns: storedSignIns(home) },
      onLists: (told) => {
        lists = { ...lists, ...told };
        if (told.tools !== undefined) onTools();
      },
    });
    try {
      // Connects; the lists follow by themselves.
      await connection.request('tools/list', undefined, { signal, repeatable: true });
      await Promise.race([hasTools, aborted(signal)]);
      await rememberServer(remembered, name, config, lists, connection.facts?.instructions);
    } finally {
      await connection.close();
    }
  });
  await within(LIST_MS, Promise.allSettled(all), timers);
  ending.abort();
  await Promise.allSettled(all);
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    if (signal.aborted) reject(signal.reason);
  });
