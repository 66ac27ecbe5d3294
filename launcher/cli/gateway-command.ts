import { untilAborted } from '../../src/base/until-aborted.ts';
import { rememberServer } from '../gateway/catalog/remember-server.ts';
import { createRememberedLists } from '../gateway/catalog/remembered-lists.ts';
import type { ConfigLocation } from '../gateway/config/config-location.ts';
import { loadSources } from '../gateway/config/load-sources.ts';
import { withRecursionMark } from '../gateway/recursion-guard.ts';
import { createSharedServers } from '../gateway/shared/shared-servers.ts';
import { storedSignIns } from '../gateway/sign-in/stored-sign-ins.ts';
import type { ServerLists } from '../gateway/upstream/connection/server-connection.ts';
import { createEventLog } from '../platform/event-log.ts';
import { errnoOf } from '../platform/paths/errno-of.ts';
import { errnoWords } from '../platform/paths/errno-words.ts';
import { liveGroups } from '../platform/process/live-groups.ts';
import { killRunningTrees } from '../platform/process/running-trees.ts';
import { ConfigError, givenGatewayKey, readConfig } from '../platform/settings/config.ts';
import { systemTimers, type Timers } from '../platform/timers.ts';
import { openTracing } from '../platform/tracing/open-tracing.ts';
import { within } from '../platform/within.ts';
import { gatewayKey } from '../server/http/gateway-key.ts';
import { type HttpServing, serveHttp } from '../server/http/serve-http.ts';
import { type CommandContext, type GivenOptions, UsageError } from './command.ts';
import { connectServer } from './connect-server.ts';
import { locationOf, openLauncher } from './open-launcher.ts';
import { toPort } from './to-port.ts';

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
async function listNewServers(options: NewServersOptions): Promise<void> {
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
      await untilAborted(hasTools, signal);
      await rememberServer(remembered, name, config, lists, connection.facts?.instructions);
    } finally {
      await connection.close();
    }
  });
  await within(LIST_MS, Promise.allSettled(all), timers);
  ending.abort();
  await Promise.allSettled(all);
}

/** Variable for the key, so that agents that expand variables need no key in their configuration. */
const KEY_VARIABLE = 'MCP_PRUNER_GATEWAY_KEY';

/** Serves agents over HTTP until a signal arrives, then exits with 0. */
export async function runGateway(context: CommandContext, given: GivenOptions): Promise<number> {
  const { env, cwd, version, stdout, stderr, stop } = context;
  if (given['http'] === undefined) throw new UsageError('cannot run the gateway without a port: expected --http PORT');
  const port = toPort('--http', String(given['http']));
  for (const stream of [stdout, stderr]) stream.on('error', () => {});
  try {
    const config = readConfig(env, cwd);
    const own = givenGatewayKey(env);
    const { key, file } = own === '' ? await gatewayKey(config.home, systemTimers) : { key: own, file: undefined };
    const log = createEventLog({
      ...{ write: (line: string) => void stderr.write(line), least: config.logLevel, now: () => new Date() },
    });
    const tracing = await openTracing(config, version, log);
    const launcher = openLauncher({
      env,
      cwd,
      version,
      given: {},
      config,
      log,
      tracing,
      shared: createSharedServers(),
    });
    const serving = await serveHttp({
      ...{ port, key, timers: systemTimers, log, newId: () => crypto.randomUUID() },
      serve: ({ isOneAgent }) => launcher.serve({ isOneAgent, hearsHooks: false }),
    }).catch((error: unknown) => {
      if (errnoOf(error) === undefined) throw error;
      throw new ConfigError(`cannot serve on 127.0.0.1 port ${port}: ${errnoWords(error)}`);
    });
    const location = locationOf({ env, cwd, config }, {});
    await listNewServers({ location, home: config.home, env, cwd, version, stop, timers: systemTimers });
    if (!stop.aborted) {
      stdout.write(toldAgents(serving, file));
      log('info', 'mcp_pruner.ready', { root: config.root });
    }
    await new Promise<void>((resolve) => {
      if (stop.aborted) resolve();
      stop.addEventListener('abort', () => resolve(), { once: true });
    });
    await serving.close();
    await Promise.all([liveGroups.killAll(), launcher.close()]);
    killRunningTrees();
    await tracing?.close();
    log('info', 'mcp_pruner.stopped', { graceful: true });
    return 0;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    stderr.write(`mcp-pruner: ${error.message}\n`);
    return 1;
  }
}

/** Formats the output: the URL alone on the first line for programs, then instructions for setting up an agent. */
function toldAgents({ url }: HttpServing, file: string | undefined): string {
  const headers = { Authorization: `Bearer \${${KEY_VARIABLE}}` };
  const servers = { mcpServers: { 'mcp-pruner': { type: 'http', url, headers } } };
  const key = file === undefined ? `is the value of ${KEY_VARIABLE}` : `is in ${file}`;
  const sets = file === undefined ? [] : [`In the agent's environment: export ${KEY_VARIABLE}="$(cat '${file}')"`];
  const lines = [url, `The key ${key}.`, ...sets, 'In its configuration:', JSON.stringify(servers, undefined, 2)];
  return `${lines.join('\n')}\n`;
}
