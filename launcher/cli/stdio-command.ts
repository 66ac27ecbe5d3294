import { existsSync } from 'node:fs';
import path from 'node:path';
import { openArtifacts } from '../artifacts/open-artifacts.ts';
import { ConfigError, readConfig } from '../config/config.ts';
import { createContextDoor } from '../context/context-door.ts';
import { createEventLog } from '../events/event-log.ts';
import { isBehind } from '../gateway/behind.ts';
import { configLocation } from '../gateway/config/config-location.ts';
import { createGatewayDoor } from '../gateway/gateway-door.ts';
import { isSearched } from '../gateway/lazy/is-searched.ts';
import { LAZY_INSTRUCTIONS } from '../gateway/lazy/lazy-names.ts';
import { createOfferedSnapshot, createToldSnapshot } from '../gateway/offered-snapshot.ts';
import { serversAtAGlance } from '../gateway/servers-at-a-glance.ts';
import { createHookDoor } from '../hooks/hook-door.ts';
import { createLedgerDoor } from '../ledger/ledger-door.ts';
import { MARKER_VARIABLE } from '../process/process-marker.ts';
import { systemTimers } from '../process/timers.ts';
import { choosePruner } from '../pruning/choose-pruner.ts';
import { createServer } from '../server/server.ts';
import { createSessionDoor } from '../session/session-door.ts';
import { serveStdio } from '../stdio/serve-stdio.ts';
import type { CommandContext, GivenOptions } from './command.ts';

/** How long leftover processes have between SIGTERM and SIGKILL at shutdown, in milliseconds. */
const LEFTOVER_GRACE_MS = 400;

/** The MCP server: stdout carries JSON-RPC alone, stderr events. */
export async function runStdio(
  { env, cwd, stdin, stdout, stderr, version, stop }: CommandContext,
  given: GivenOptions = {},
): Promise<number> {
  // Nobody may read it any more, and no event is worth the server's end.
  stderr.on('error', () => {});
  const write = (line: string): void => {
    stderr.write(line);
  };
  const now = (): Date => new Date();
  const monotonic = (): number => performance.now();
  let log = createEventLog({ write, least: 'info', now });
  try {
    const config = readConfig(env, cwd);
    log = createEventLog({ write, least: config.logLevel, now });
    const start = monotonic();
    const chosen = choosePruner(config, monotonic);
    if (chosen === undefined) log('info', 'mcp_pruner.disabled', { reason: 'config_disabled' });
    const artifacts = openArtifacts({ home: config.home, redact: config.redactArtifacts });
    const { root, maxResponseBytes } = config;
    const session = config.session ? createSessionDoor() : undefined;
    const prune = { chosen, maxInputBytes: config.prunerMaxInputBytes, session, now: monotonic };
    const run = env[MARKER_VARIABLE];
    const place = { home: config.home, project: root, run, log, timers: systemTimers, now: Date.now };
    const ledger = config.ledger ? createLedgerDoor(place) : undefined;
    const accounts = { ledger, shadow: config.shadow };
    const calls = { artifacts, maxResponseBytes, prune, ...accounts, log, newRequestId: () => crypto.randomUUID() };
    const project = typeof given['project'] === 'string' ? path.resolve(root, given['project']) : undefined;
    const named = typeof given['profile'] === 'string' ? given['profile'] : env['MCP_PRUNER_PROFILE'] || undefined;
    const location = { ...configLocation(env, cwd, project), profile: { name: named } };
    const loadTools = async () => (await import('../tools/catalog.ts')).TOOLS;
    const { home, redactArtifacts: redact } = config;
    const kept = { home, root, redact, artifacts, chosen, timers: systemTimers, log };
    const context = createContextDoor({ mode: config.context, ...kept });
    const loadSharedTools = async () => {
      const [{ artifactTool }, tools = []] = await Promise.all([import('../tools/artifact.ts'), context?.loadTools()]);
      return [artifactTool(artifacts, chosen), ...tools];
    };
    const behind = isBehind(env, location.user);
    if (behind) log('warn', 'gateway.off', { reason: 'behind_itself' });
    const { prefix, lazyTools: lazy, lazyTokens } = config;
    const snapshot = createOfferedSnapshot({ location, home, settings: [version, prefix, lazy, lazyTokens] });
    const told = createToldSnapshot({ location, home, settings: [version, lazy, lazyTokens] });
    const files = [location.user, ...(location.project === undefined ? [] : [location.project])];
    const door = createGatewayDoor({
      isConfigured: () => files.some((file) => existsSync(file)),
      ...{ lastOffered: snapshot.read, lazy },
      open: async () => {
        const [{ openGateway }, own, shared] = await Promise.all([
          import('../gateway/gateway.ts'),
          loadTools(),
          loadSharedTools(),
        ]);
        const taken = [...own, ...shared].map(({ name }) => name);
        const there = { location, home, root, env, version, timers: systemTimers };
        return await openGateway({ ...calls, ...there, prefix, taken, lazy, lazyTokens, snapshot, told });
      },
      instructions: async (defers) => {
        const { isLazy = false, text = '' } = told.read() ?? {};
        const search = isLazy && (await isSearched(lazy, defers)) ? LAZY_INSTRUCTIONS : '';
        const said = [search, text].filter((part) => part !== '').join('\n\n');
        return [serversAtAGlance(location.user, named) ?? '', said && `\n\n${said}`].join('') || undefined;
      },
      timers: systemTimers,
      onFault: (error) => log('error', 'gateway.failed', { message: String(error) }),
    });
    const gateway = behind ? undefined : door;
    const hooks = createHookDoor({
      async open() {
        const { openHooks } = await import('../hooks/open-hooks.ts');
        return openHooks(config, { artifacts, ledger, timers: systemTimers, log });
      },
      listen:
        config.hooks.mode === 'off'
          ? undefined
          : async (given) => {
              const { minChars, timeoutMs } = config.hooks;
              const { listenForHooks } = await import('../hooks/socket/listen-for-hooks.ts');
              return await listenForHooks({ ...given, home, root, minChars, timeoutMs });
            },
      onFault: (error) => log('warn', 'hook.not_listening', { message: String(error) }),
    });
    const defersTools = async (client: string | undefined): Promise<boolean> => {
      const [deferred, { findPlaces }, { ownLaunch }] = await Promise.all([
        import('../setup/defers-tools.ts'),
        import('../setup/find-places.ts'),
        import('../setup/own-launch.ts'),
      ]);
      return await deferred.defersTools(client, findPlaces(env, cwd), ownLaunch());
    };
    const handle = createServer({
      ...calls,
      loadTools,
      loadSharedTools,
      root,
      env,
      gateway,
      context,
      session,
      hooks,
      defersTools,
      version,
      output: config.output,
      timers: systemTimers,
    });
    log('info', 'mcp_pruner.ready', { root });
    const killLeftovers = async (): Promise<void> => {
      const { liveGroups } = await import('../process/live-groups.ts');
      await Promise.all([
        liveGroups.killAll(LEFTOVER_GRACE_MS),
        gateway?.close(),
        ledger?.close(),
        context?.close(),
        hooks.close(),
      ]);
    };
    const { killRunningTrees: killNow } = await import('../process/running-trees.ts');
    const graceful = await serveStdio({
      ...{ handle, notified: gateway?.notified, input: stdin, output: stdout },
      ...{ log, stop, killLeftovers, killNow },
    });
    log('info', 'mcp_pruner.stopped', { graceful, duration_ms: Math.round(monotonic() - start) });
    return graceful ? 0 : 1;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    log('error', 'mcp_pruner.start_failed', { message: error.message });
    return 1;
  }
}
