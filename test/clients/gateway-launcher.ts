import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  ListRootsRequestSchema,
  type Notification,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { NODE, ROOT } from './installed.ts';

/** An entry of the configuration. */
export type ServerEntry = LocalEntry | { readonly url: string };
export interface LocalEntry {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Only read by the gateway. The client without the gateway begins with `initialize`. */
  readonly protocolVersion?: string;
}
export type Fields = Readonly<Record<string, unknown>>;

/** A client that answers everything that a server may ask, and records all messages. */
export interface FullClient {
  readonly client: Client;
  readonly notified: readonly Notification[];
  /** Requests from the server. */
  readonly asked: readonly { readonly method: string; readonly params: Fields | undefined }[];
  /** Sends a request and returns the result unvalidated. */
  raw(method: string, params?: Fields): Promise<Fields>;
}

/** Connects the official SDK's client, with sampling, elicitation and roots. */
export async function connectClient(transport: Transport): Promise<FullClient> {
  const capabilities = { sampling: {}, elicitation: {}, roots: { listChanged: true } };
  const client = new Client({ name: 'tester', version: '1' }, { capabilities });
  const notified: Notification[] = [];
  const asked: { method: string; params: Fields | undefined }[] = [];
  client.setRequestHandler(CreateMessageRequestSchema, ({ method, params }) => {
    asked.push({ method, params });
    return { model: 'scripted', role: 'assistant', content: { type: 'text', text: 'sampled' } };
  });
  client.setRequestHandler(ElicitRequestSchema, ({ method, params }) => {
    asked.push({ method, params });
    return { action: 'accept', content: { name: 'Ada', check: true } };
  });
  client.setRequestHandler(ListRootsRequestSchema, ({ method, params }) => {
    asked.push({ method, params });
    return { roots: [{ uri: 'file:///home/of/the/client', name: 'root' }] };
  });
  // The SDK's own handler drops progress with unknown tokens, but the test has to see them.
  client.removeNotificationHandler('notifications/progress');
  client.fallbackNotificationHandler = async (notification) => void notified.push(notification as Notification);
  await client.connect(transport);
  const raw = (method: string, params?: Fields) =>
    client.request({ method, ...(params === undefined ? {} : { params }) }, z.looseObject({}));
  return { client, notified, asked, raw };
}

/** Connects to the same server without the gateway. */
export function connectStraight(entry: ServerEntry): Promise<FullClient> {
  if ('url' in entry) {
    const url = new URL(entry.url);
    return connectClient(
      url.pathname === '/sse' ? new SSEClientTransport(url) : (new StreamableHTTPClientTransport(url) as Transport),
    );
  }
  const { command, args, env = {}, cwd } = entry;
  const options = { command, args: [...args], env: { ...env }, ...(cwd !== undefined && { cwd }) };
  return connectClient(new StdioClientTransport({ ...options, stderr: 'ignore' }));
}

export interface BuiltLauncher extends FullClient {
  readonly pid: number;
  readonly home: string;
  readonly events: readonly Fields[];
  /** Lines of stderr that are not events, but printed by Node. */
  readonly printed: readonly string[];
  /** Ends stdin and waits for the exit. */
  end(): Promise<void>;
}

export interface BuiltOptions {
  readonly nodeArgs?: readonly string[];
}

/** Starts the built launcher with `servers` configured and an empty home, and connects a client. */
export async function startBuilt(servers: object, { nodeArgs = [] }: BuiltOptions = {}): Promise<BuiltLauncher> {
  const home = mkdtempSync(path.join(tmpdir(), 'gateway-clients-'));
  writeFileSync(path.join(home, 'mcp-config.json'), JSON.stringify({ mcpServers: servers }), { mode: 0o600 });
  const transport = new StdioClientTransport({
    command: NODE,
    args: [...nodeArgs, `${ROOT}dist/index.js`],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      MCP_PRUNER_HOME: home,
      PRUNER_URL: 'embedded',
      MCP_PRUNER_LAZY: 'off',
    },
    stderr: 'pipe',
    cwd: home,
  });
  const events: Fields[] = [];
  const printed: string[] = [];
  let rest = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString()).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line.startsWith('{')) events.push(JSON.parse(line));
      else printed.push(line);
    }
  });
  const full = await connectClient(transport);
  return {
    ...full,
    ...{ home, events, printed, pid: transport.pid as number },
    async end() {
      await full.client.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
