import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Gateway, openGateway } from '../../launcher/gateway/gateway.ts';
import type { GatewayOptions } from '../../launcher/gateway/gateway-options.ts';
import { createInstructionsSnapshot, createToolSnapshot, type Told } from '../../launcher/gateway/tool-snapshot.ts';
import { openArtifacts } from '../../launcher/platform/artifacts/open-artifacts.ts';
import { createEventLog } from '../../launcher/platform/event-log.ts';
import { systemTimers } from '../../launcher/platform/timers.ts';
import type { SavingsLedger } from '../../launcher/savings/savings-ledger.ts';
import type { ArtifactStore } from '../../src/artifacts/artifact-store.ts';
import type { JsonObject } from '../../src/base/json/json-object.ts';
import { createEmbeddedPruner } from '../../src/engine/embedded.ts';
import type { AnyToolResult } from '../../src/fit/result/any-tool-result.ts';
import type { CallContext } from '../../src/mcp/calls/call-context.ts';
import { NODE } from '../runtime/started.ts';
import type { Event } from './launcher.ts';
import { tempDir } from './temp-dir.ts';

/** Configuration entry of a server that runs `test/support/mcp-servers/answering-server.mjs`. */
export function answering(script: object = {}, more: object = {}): object {
  const file = fileURLToPath(new URL('mcp-servers/answering-server.mjs', import.meta.url));
  return { command: NODE, args: [file, JSON.stringify(script)], ...more };
}

export interface TestedGateway {
  readonly gateway: Gateway;
  readonly artifacts: ArtifactStore;
  readonly events: readonly Event[];
  /** Notifications sent to the client. */
  readonly told: readonly { readonly method: string; readonly params: unknown }[];
  readonly home: string;
  /** The servers' instructions, as the next client would get them. */
  instructions(): Told | undefined;
  /** Rewrites the configuration. */
  configure(servers: object): void;
  /** Waits until a tool is listed, and calls it. */
  call(name: string, args?: object, structured?: boolean): Promise<AnyToolResult>;
  names(structured?: boolean): Promise<readonly unknown[]>;
}

export interface TestedOptions
  extends Partial<Pick<GatewayOptions, 'prefix' | 'lazy' | 'lazyTokens' | 'maxResponseBytes' | 'timers'>> {
  readonly ledger?: SavingsLedger;
  readonly shadow?: boolean;
  readonly capabilities?: JsonObject;
  /** True if the client defers tools itself. */
  readonly defers?: boolean;
  readonly home?: string;
  /** The profile to use. */
  readonly profile?: string;
  /** Settings of the configuration, apart from its servers. */
  readonly settings?: object;
  /** Answers the servers' requests to the client. */
  readonly answer?: (method: string, params: unknown) => Promise<JsonObject>;
  /** False to connect to no server. */
  readonly start?: boolean;
}

/** Starts a gateway without a transport to its client, in front of real servers. */
export async function startGateway(servers: object, options: TestedOptions = {}): Promise<TestedGateway> {
  const home = options.home ?? tempDir();
  const root = home;
  const file = path.join(home, 'mcp-config.json');
  const configure = (given: object): void =>
    writeFileSync(file, JSON.stringify({ ...options.settings, mcpServers: given }), { mode: 0o600 });
  mkdirSync(home, { recursive: true });
  configure(servers);
  const events: Event[] = [];
  const told: { method: string; params: unknown }[] = [];
  const write = (line: string): void => void events.push(JSON.parse(line) as Event);
  const artifacts = openArtifacts({ home, redact: false });
  const instructions = createInstructionsSnapshot({ location: { user: file, project: undefined }, home, settings: [] });
  const gateway = await openGateway({
    location: { user: file, project: undefined, profile: { name: options.profile } },
    ...{ home, root, env: process.env, version: '0', timers: options.timers ?? systemTimers },
    shortening: {
      prune: {
        chosen: { pruner: createEmbeddedPruner(), endpoint: 'embedded' },
        maxInputBytes: 1 << 21,
        now: () => performance.now(),
      },
      artifacts,
      record: options.ledger && ((call) => options.ledger?.record({ kind: 'call', ...call })),
      shadow: options.shadow,
    },
    log: createEventLog({ write, least: 'info', now: () => new Date(0) }),
    newRequestId: () => 'request',
    taken: ['read', 'bash', 'grep', 'artifact'],
    snapshot: createToolSnapshot({ location: { user: file, project: undefined }, home, settings: [] }),
    instructions,
    prefix: options.prefix ?? true,
    lazy: options.lazy ?? 'off',
    lazyTokens: options.lazyTokens ?? 10_000,
    maxResponseBytes: options.maxResponseBytes,
  });
  onTestFinished(() => gateway.close());
  const session = {
    notify: (method: string, params?: object) => void told.push({ method, params }),
    request: (method: string, params: unknown) =>
      options.answer?.(method, params) ?? Promise.reject(new Error('This client answers nothing')),
  };
  const defersTools = async (): Promise<boolean> => options.defers ?? false;
  if (options.start !== false) await gateway.start({ session, capabilities: options.capabilities ?? {}, defersTools });
  const names = async (structured = true): Promise<readonly unknown[]> =>
    (await gateway.tools.list({ structured, defers: defersTools })).map(({ name }) => name);
  return {
    ...{ gateway, artifacts, events, told, home, configure, names, instructions: instructions.read },
    async call(name, args = {}, structured = true) {
      const signal = new AbortController().signal;
      let written: Parameters<CallContext['onWritten']>[0] = () => {};
      const onWritten: CallContext['onWritten'] = (done) => {
        written = done;
      };
      const context = { id: 1, signal, closing: signal, session, notify: session.notify, onWritten };
      const result = await gateway.tools.call(name, { name, arguments: args }, context, structured);
      written(undefined, 0);
      if (result === undefined) throw new Error(`No server has "${name}"`);
      return result as AnyToolResult;
    },
  };
}
