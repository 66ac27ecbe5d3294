import path from 'node:path';
import { onTestFinished } from 'vitest';
import type {
  LoadedServer,
  ServerConfig,
  StdioServerConfig,
} from '../../../../../launcher/gateway/config/server-config.ts';
import {
  createServerConnection,
  type ServerConnectionOptions,
} from '../../../../../launcher/gateway/upstream/connection/create-server-connection.ts';
import type {
  ConnectionState,
  ServerConnection,
  ServerLists,
} from '../../../../../launcher/gateway/upstream/connection/server-connection.ts';
import { systemTimers } from '../../../../../launcher/platform/timers.ts';
import type { JsonObject } from '../../../../../src/base/json/json-object.ts';
import { ROOT } from '../../../../runtime/started.ts';

export const SCRIPTED: string = path.join(ROOT, 'test/support/mcp-servers/scripted-server.mjs');

const COMMON = {
  enabled: true,
  allowedTools: ['*'],
  blockedTools: [],
  autoReconnect: true,
  timeout: 10_000,
  connectTimeout: 10_000,
  shape: true,
  focus: true,
} as const;

/** Configuration of the scripted server. */
export function scripted(script: object = {}, more: Partial<StdioServerConfig> = {}): ServerConfig {
  const args = [SCRIPTED, JSON.stringify(script)];
  return { ...COMMON, transport: 'stdio', command: 'node', args, env: {}, cwd: undefined, ...more };
}

export function overHttp(url: string, more: Partial<ServerConfig> = {}): ServerConfig {
  return { ...COMMON, transport: 'http', url, headers: {}, sse: false, oauth: undefined, ...more } as ServerConfig;
}

export interface Connected {
  readonly connection: ServerConnection;
  readonly events: { readonly level: string; readonly event: string; readonly data: Record<string, unknown> }[];
  readonly states: ConnectionState[];
  readonly lists: Partial<ServerLists>[];
  readonly failedLists: (keyof ServerLists)[];
  readonly notified: { readonly method: string; readonly params: JsonObject }[];
  /** Resolves once `test` returns true after a change of state, a list, an event or a notification. */
  when(test: () => boolean): Promise<void>;
  call(name: string, args?: object, repeatable?: boolean): Promise<JsonObject>;
}

/** Opens a connection, records everything that it reports, and closes it when the test ends. */
export function connected(config: ServerConfig | LoadedServer, more: Partial<ServerConnectionOptions> = {}): Connected {
  const server: LoadedServer = 'ok' in config ? config : { name: 'it', ok: true, config };
  const waiting = new Set<() => void>();
  const changed = (): void => {
    for (const look of [...waiting]) look();
  };
  const told: Connected = {
    events: [],
    states: [],
    lists: [],
    failedLists: [],
    notified: [],
    connection: createServerConnection({
      name: 'it',
      server,
      env: process.env,
      cwd: ROOT,
      client: {
        capabilities: () => ({}),
        request: async () => ({}),
        notified: (_, method, params) => {
          told.notified.push({ method, params });
          changed();
        },
      },
      clientInfo: { name: 'test', version: '1.0.0' },
      listener: {
        onState: ({ state }) => {
          told.states.push(state);
          changed();
        },
        onListFailed: (_, list) => void told.failedLists.push(list),
        onLists: (_, lists) => {
          told.lists.push(lists);
          changed();
        },
      },
      log: (level, event, data) => {
        told.events.push({ level, event, data: data as Record<string, unknown> });
        changed();
      },
      timers: systemTimers,
      random: () => 0.5,
      ...more,
    }),
    when: (test) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!test()) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
    call: (name, args = {}, repeatable = false) =>
      told.connection.request(
        'tools/call',
        { name, arguments: args },
        { signal: new AbortController().signal, repeatable },
      ),
  };
  onTestFinished(() => told.connection.close());
  return told;
}
