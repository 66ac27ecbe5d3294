import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
import { createServerConnection } from '../../launcher/gateway/connection/create-server-connection.ts';
import type { ClientPort, JsonObject, ServerConnection } from '../../launcher/gateway/connection/server-connection.ts';
import { MCPConnectionError } from '../../launcher/gateway/errors.ts';
import { createOAuthProvider } from '../../launcher/gateway/oauth/oauth-provider.ts';
import { openTokenFile } from '../../launcher/gateway/oauth/token-file.ts';
import { type OpenTransport, openTransport } from '../../launcher/gateway/transport/open-transport.ts';
import { systemTimers } from '../../launcher/process/timers.ts';

/**
 * The gateway's client side for the official conformance suite: lists the tools of the server whose address is the last
 * argument and calls each, signing in where it is asked to. The suite's server does the checking.
 */

/** Sign-ins until it is taken that none will do. */
const MOST_SIGN_INS = 2;
/** Where nobody listens: the way back is read off the redirect. */
const REDIRECT_URL = 'http://127.0.0.1:9/callback';

const url = process.argv.at(-1) ?? '';
const context: JsonObject = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
const home = mkdtempSync(path.join(tmpdir(), 'upstream-client-'));
process.once('exit', () => rmSync(home, { recursive: true, force: true }));

let code: string | undefined;
const { client_id, client_secret } = context;
const provider = createOAuthProvider({
  server: 'suite',
  url,
  tokens: openTokenFile(home),
  redirectUrl: REDIRECT_URL,
  clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
  client: typeof client_id === 'string' ? { client_id, client_secret: String(client_secret) } : undefined,
  // The suite's user says yes at once.
  async onRedirect(address) {
    const { headers } = await fetch(address, { redirect: 'manual' });
    code = new URL(headers.get('location') ?? '', address).searchParams.get('code') ?? undefined;
  },
});

const client: ClientPort = {
  capabilities: { elicitation: { form: { applyDefaults: true } } },
  async request(_server, _method, params) {
    const { properties = {} } = (params as { requestedSchema: { properties?: Record<string, JsonObject> } })
      .requestedSchema;
    const filled = Object.entries(properties).filter(([, property]) => property['default'] !== undefined);
    return {
      action: 'accept',
      content: Object.fromEntries(filled.map(([name, property]) => [name, property['default']])),
    };
  },
  notified() {},
};

/** One message at a time: two that are refused at once would both ask the user, who answers one of them. */
const openInTurn: OpenTransport = (server, config, edges) => {
  const transport = openTransport(server, config, edges);
  const { send } = transport;
  let turn: Promise<void> = Promise.resolve();
  transport.send = (message) => {
    const sent = turn.then(() => {
      if (code === undefined) return send.call(transport, message);
      throw new MCPConnectionError('unauthorized', 'cannot send: a sign-in is under way', { server });
    });
    turn = sent.catch(() => {});
    return sent;
  };
  return transport;
};

const CONFIG = {
  transport: 'http',
  url,
  headers: {},
  sse: false,
  enabled: true,
  allowedTools: ['*'],
  blockedTools: [],
  autoReconnect: false,
  timeout: 20_000,
  connectTimeout: 20_000,
  oauth: undefined,
  shape: true,
  focus: true,
} as const;

const connect = (): ServerConnection =>
  createServerConnection({
    name: 'suite',
    server: { name: 'suite', ok: true, config: CONFIG },
    env: process.env,
    cwd: process.cwd(),
    client,
    clientInfo: { name: 'mcp-pruner', version: '0' },
    listener: { onState() {}, onLists() {} },
    log: (level, event, data) => process.stderr.write(`${JSON.stringify({ level, event, data })}\n`),
    timers: systemTimers,
    authProvider: () => provider,
    openTransport: openInTurn,
  });

let connection = connect();
let signIns = 0;

/** Sends a request, and once more whenever the user has signed in for it. */
async function request(method: string, params?: JsonObject): Promise<JsonObject> {
  try {
    return await connection.request(method, params, { signal: new AbortController().signal, repeatable: true });
  } catch (error) {
    const asked = error instanceof MCPConnectionError && error.code === 'unauthorized' && code !== undefined;
    if (!asked || signIns++ === MOST_SIGN_INS) throw error;
  }
  await auth(provider, { serverUrl: url, authorizationCode: code ?? '' });
  code = undefined;
  if (connection.state === 'failed') {
    await connection.close();
    connection = connect();
  }
  return request(method, params);
}

interface Tool {
  readonly name: string;
  readonly inputSchema: { readonly properties?: Readonly<Record<string, { readonly type?: string }>> };
}

function argumentsFor({ properties = {} }: Tool['inputSchema']): JsonObject {
  const numbers = Object.entries(properties).filter(([, { type }]) => type === 'number' || type === 'integer');
  return Object.fromEntries(numbers.map(([name], at) => [name, at + 1]));
}

try {
  const { tools } = (await request('tools/list')) as { tools: readonly Tool[] };
  for (const { name, inputSchema } of tools) {
    await request('tools/call', { name, arguments: argumentsFor(inputSchema) });
  }
} finally {
  await connection.close();
}
