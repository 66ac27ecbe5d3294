import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { EventLog } from '../../src/base/events/event-log.ts';
import type { Tracing } from '../../src/base/tracing/tracing.ts';
import type { ShownCall } from '../../src/shorten/options.ts';
import { type ConfigLocation, configLocation } from '../gateway/config/config-location.ts';
import type { GatewayOptions } from '../gateway/gateway-options.ts';
import { createLazyGateway, type LazyGateway } from '../gateway/lazy-gateway.ts';
import { isRecursive } from '../gateway/recursion-guard.ts';
import { serverSummary } from '../gateway/server-summary.ts';
import type { SharedServers } from '../gateway/shared/shared-servers.ts';
import { isSearched } from '../gateway/tool-search/is-searched.ts';
import { SEARCH_INSTRUCTIONS } from '../gateway/tool-search/search-tool-names.ts';
import { createInstructionsSnapshot, createToolSnapshot } from '../gateway/tool-snapshot.ts';
import type { HookOptions } from '../hooks/answer-hook.ts';
import { createLazyHooks, type LazyHooks } from '../hooks/lazy-hooks.ts';
import { createToldFolders } from '../hooks/told-folders.ts';
import { MIN_HOOK_CHARS } from '../hosts/hook-client/hook-server.ts';
import { openArtifacts } from '../platform/artifacts/open-artifacts.ts';
import { createIdleCollector } from '../platform/process/idle-collector.ts';
import { keepYoungSmall } from '../platform/process/keep-young-small.ts';
import { MARKER_VARIABLE } from '../platform/process/process-marker.ts';
import { choosePruner } from '../platform/settings/choose-pruner.ts';
import type { Config } from '../platform/settings/config.ts';
import { systemTimers } from '../platform/timers.ts';
import { createLazyLedger } from '../savings/lazy-ledger.ts';
import type { ClientServer } from '../server/client-server.ts';
import { createServer } from '../server/server.ts';
import type { ServerOptions } from '../server/server-options.ts';
import { createLazySessionMemory } from '../tools/calls/session/lazy-session-memory.ts';
import { createLazyContextTools } from '../tools/context/lazy-context-tools.ts';
import type { CommandContext, GivenOptions } from './command.ts';

export interface LauncherOptions extends Pick<CommandContext, 'env' | 'cwd' | 'version'> {
  readonly given: GivenOptions;
  readonly config: Config;
  readonly log: EventLog;
  /** Default: nothing is traced. */
  readonly tracing?: Tracing | undefined;
  /** Servers that all clients share. Default: each client has its own. */
  readonly shared?: SharedServers | undefined;
}

/** Resources that one process shares among all its clients. */
export interface Launcher {
  /** Starts serving another client. */
  serve(client: ClientKind): ClientServer;
  /** Resolves when all pending writes are done. */
  close(): Promise<void>;
}

export interface ClientKind {
  /** False if requests may come from several agents. Then it is unknown what each agent has already seen. */
  readonly isOneAgent: boolean;
  /** True if the host's hooks find this server by the process that started it. */
  readonly hearsHooks: boolean;
}

const newRequestId = (): string => crypto.randomUUID();
const monotonic = (): number => performance.now();
const loadTools = async () => {
  // `initialize` has been answered by now, so there is time.
  keepYoungSmall();
  return await (await import('../tools/catalog.ts')).loadTools();
};

/** Opens the resources that all clients share. Nothing is loaded or started before a client needs it. */
export function openLauncher(options: LauncherOptions): Launcher {
  const { env, cwd, version, given, config, log, tracing } = options;
  const { home, root, redactArtifacts: redact, maxResponseBytes } = config;
  const chosen = choosePruner(config, monotonic, tracing);
  if (chosen === undefined) log('info', 'mcp_pruner.disabled', { reason: 'config_disabled' });
  const artifacts = openArtifacts({ home, redact });
  const run = env[MARKER_VARIABLE];
  const place = { home, project: root, run, log, timers: systemTimers, now: Date.now };
  const ledger = config.ledger ? createLazyLedger(place) : undefined;
  const context = createLazyContextTools({
    ...{ mode: config.context, home, root, redact, artifacts, chosen, timers: systemTimers, log },
  });
  const loadSharedTools = async () => {
    const [{ artifactTool }, tools = []] = await Promise.all([import('../tools/artifact.ts'), context?.loadTools()]);
    return [artifactTool(artifacts, chosen), ...tools];
  };
  const location = locationOf(options, given);
  const idle = createIdleCollector(systemTimers, () => {
    void import('../platform/process/collect-garbage.ts').then(({ collectAll }) => collectAll());
  });
  const recursive = isRecursive(env, location.user);
  if (recursive) log('warn', 'gateway.off', { reason: 'behind_itself' });

  return {
    serve({ isOneAgent, hearsHooks }) {
      const session = isOneAgent ? createLazySessionMemory() : undefined;
      const prune = { chosen, maxInputBytes: config.prunerMaxInputBytes, session, now: monotonic };
      const record = ledger && ((call: ShownCall) => ledger.record({ kind: 'call', ...call }));
      const shortening = { prune, artifacts, record, shadow: config.shadow };
      const calls = { shortening, maxResponseBytes, log, newRequestId };
      const tools = { loadTools, loadSharedTools };
      const gateway = recursive ? undefined : lazyGateway(options, location, { ...calls, ...tools, isOneAgent });
      const folders = createToldFolders();
      const hooks = lazyHooks(options, { artifacts, ledger, folders, timers: systemTimers, log }, hearsHooks);
      const handle = createServer({
        ...{ ...calls, ...tools, artifacts, ledger, root, env, gateway, context, session, hooks, version, tracing },
        // Over HTTP, the client's folders may be on another machine.
        toldFolders: hearsHooks && !config.isRootGiven ? folders : undefined,
        defersTools: async (client) => {
          const [deferred, { findPlaces }, { ownLaunch }] = await Promise.all([
            import('../setup/defers-tools.ts'),
            import('../setup/find-places.ts'),
            import('../setup/own-launch.ts'),
          ]);
          return await deferred.defersTools(client, findPlaces(env, cwd), ownLaunch());
        },
        ...{ output: config.output, onlyArtifact: config.onlyArtifact, timers: systemTimers },
      });
      return {
        handle: (...request) => idle.busy(() => handle(...request)),
        notified: gateway?.notified,
        close: async () => void (await Promise.all([gateway?.close(), hooks.close()])),
      };
    },
    async close() {
      idle.close();
      await Promise.all([ledger?.close(), context?.close()]);
    },
  };
}

/** Returns the locations of the servers' configuration files. */
export function locationOf(
  { env, cwd, config }: Pick<LauncherOptions, 'env' | 'cwd' | 'config'>,
  given: GivenOptions,
): ConfigLocation {
  const project = typeof given['project'] === 'string' ? path.resolve(config.root, given['project']) : undefined;
  const name = typeof given['profile'] === 'string' ? given['profile'] : env['MCP_PRUNER_PROFILE'] || undefined;
  return { ...configLocation(env, cwd, project), profile: { name } };
}

/** False if the file is missing or configures no servers. */
function mayHaveServers(file: string): boolean {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // The gateway reports a file that it cannot read.
    return existsSync(file);
  }
  return !/^\s*\{(\s*"mcpServers"\s*:\s*\{\s*\})?\s*\}\s*$/.test(text);
}

type Calls = Omit<
  GatewayOptions,
  'location' | 'home' | 'root' | 'env' | 'version' | 'timers' | 'tracing' | 'shared' | GatewaySettings
>;
type GatewaySettings = 'prefix' | 'taken' | 'snapshot' | 'instructions' | 'lazy' | 'lazyTokens';
type LoadedTools = Required<Pick<ServerOptions, 'loadTools' | 'loadSharedTools'>>;

function lazyGateway(
  { env, version, config, log, tracing, shared: servers }: LauncherOptions,
  location: ConfigLocation,
  { loadTools, loadSharedTools, ...calls }: Calls & LoadedTools,
): LazyGateway {
  const { home, root, prefix, lazyTools: lazy, lazyTokens } = config;
  const snapshot = createToolSnapshot({ location, home, settings: [version, prefix, lazy, lazyTokens] });
  const instructionsSnapshot = createInstructionsSnapshot({ location, home, settings: [version, lazy, lazyTokens] });
  const files = [location.user, ...(location.project === undefined ? [] : [location.project])];
  return createLazyGateway({
    isConfigured: () => files.some(mayHaveServers),
    ...{ lastOffered: snapshot.read, lazy },
    open: async () => {
      const [{ openGateway }, own, shared = []] = await Promise.all([
        import('../gateway/gateway.ts'),
        loadTools(),
        loadSharedTools?.(),
      ]);
      const taken = [...own, ...shared].map(({ name }) => name);
      const there = { location, home, root, env, version, timers: systemTimers, tracing, shared: servers };
      return await openGateway({
        ...calls,
        ...there,
        prefix,
        taken,
        lazy,
        lazyTokens,
        snapshot,
        instructions: instructionsSnapshot,
      });
    },
    extensions: () => instructionsSnapshot.read()?.extensions,
    instructions: async (defers) => {
      const { isLazy = false, text = '' } = instructionsSnapshot.read() ?? {};
      const search = isLazy && (await isSearched(lazy, defers)) ? SEARCH_INSTRUCTIONS : '';
      const said = [search, text].filter((part) => part !== '').join('\n\n');
      const glance = serverSummary(location.user, location.profile?.name) ?? '';
      return [glance, said && `\n\n${said}`].join('') || undefined;
    },
    timers: systemTimers,
    onFault: (error) => log('error', 'gateway.failed', { message: String(error) }),
  });
}

function lazyHooks(
  { config, log }: LauncherOptions,
  given: Pick<HookOptions, 'folders' | 'timers' | 'log'> & {
    readonly artifacts: ReturnType<typeof openArtifacts>;
    readonly ledger: ReturnType<typeof createLazyLedger>;
  },
  hearsHooks: boolean,
): LazyHooks {
  const { home, root, hooks } = config;
  return createLazyHooks({
    isWarm: hooks.mode === 'on' && hearsHooks,
    async open() {
      const { openHooks } = await import('../hooks/open-hooks.ts');
      const loadStores = () => Promise.all([given.artifacts.load(), given.ledger?.load()]);
      return openHooks(config, { ...given, loadStores });
    },
    listen:
      hooks.mode === 'off' || !hearsHooks
        ? undefined
        : async (listened) => {
            const { listenForHooks } = await import('../hooks/socket/listen-for-hooks.ts');
            return await listenForHooks({
              ...listened,
              home,
              root,
              minChars: MIN_HOOK_CHARS,
              timeoutMs: hooks.timeoutMs,
            });
          },
    onFault: (error) => log('warn', 'hook.not_listening', { message: String(error) }),
  });
}
