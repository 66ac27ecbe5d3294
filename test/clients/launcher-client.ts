import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { NODE, ROOT } from '../runtime/started.ts';

/**
 * mcp-pruner as the client under test in the official conformance suite. This process is the agent of the built
 * launcher, with the suite's server in the configuration. It lists the server's tools and calls each. If the launcher
 * says that a sign-in is needed, its user runs `mcp-pruner mcp auth` and consents at once. The suite's server (the last
 * argument) does the checks.
 */

/** Max sign-ins before the user gives up. */
const MAX_SIGN_INS = 3;
/** Max milliseconds to wait for a server. */
const LATEST_MS = 20_000;

type Fields = Readonly<Record<string, unknown>>;
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Fields;
  readonly result?: Fields;
  readonly error?: Fields;
}

const LAUNCHER = `${ROOT}dist/index.js`;
const url = process.argv.at(-1) ?? '';
const context: Fields = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
const home = mkdtempSync(path.join(tmpdir(), 'launcher-client-'));
process.once('exit', () => rmSync(home, { recursive: true, force: true }));
const env = {
  ...{ PATH: process.env['PATH'] ?? '', HOME: home, MCP_PRUNER_HOME: home, PRUNER_URL: 'embedded' },
  CLIENT_SECRET: String(context['client_secret'] ?? ''),
};

/** Settings of a user who has registered a client, or otherwise the URL of a client metadata document. */
const oauth =
  typeof context['client_id'] === 'string'
    ? { clientId: context['client_id'], clientSecret: `\${CLIENT_SECRET}` }
    : { clientMetadataUrl: 'https://conformance-test.local/client-metadata.json' };
writeFileSync(path.join(home, 'mcp-config.json'), JSON.stringify({ mcpServers: { suite: { url, oauth } } }), {
  mode: 0o600,
});

const launcher = spawn(NODE, [LAUNCHER], { env, cwd: home, stdio: ['pipe', 'pipe', 'pipe'] });
const send = (message: object): void =>
  void launcher.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const waiting = new Map<number, (message: Message) => void>();
/** True if the server asks for a sign-in. */
let wantsSignIn = false;
/** True once the server's lists are complete. */
let isListed = false;
let isNews = false;
let tellNews = (): void => {};
/** Reports that the server's tools have changed, or that it asks for a sign-in. */
function news(): void {
  isNews = true;
  tellNews();
}
async function nextNews(late: AbortSignal): Promise<void> {
  while (!isNews) {
    late.throwIfAborted();
    await new Promise<void>((resolve) => {
      tellNews = resolve;
      late.addEventListener('abort', () => resolve(), { once: true });
    });
  }
  isNews = false;
}
createInterface({ input: launcher.stderr }).on('line', (line) => {
  process.stderr.write(`${line}\n`);
  if (/"gateway.discovered"/.test(line)) isListed = true;
  if (/"gateway.(connect_failed|connection_lost)".*"unauthorized"/.test(line)) wantsSignIn = true;
  if (isListed || wantsSignIn) news();
});
createInterface({ input: launcher.stdout }).on('line', (line) => {
  const message = JSON.parse(line) as Message;
  if (message.method === 'elicitation/create') send({ id: message.id, result: withDefaults(message.params) });
  else if (message.method === 'notifications/tools/list_changed') news();
  else if (message.id !== undefined) waiting.get(message.id)?.(message);
});

let ids = 0;
async function request(method: string, params: Fields = {}): Promise<Fields> {
  const id = ++ids;
  const answered = new Promise<Message>((resolve) => waiting.set(id, resolve));
  send({ id, method, params });
  const { result, error } = await answered;
  if (result === undefined) throw new Error(`${method} was answered with ${JSON.stringify(error)}`);
  return result;
}

/** Accepts a form with its default values. */
function withDefaults(params: Fields | undefined): Fields {
  const { properties = {} } = (params?.['requestedSchema'] ?? {}) as { properties?: Record<string, Fields> };
  const filled = Object.entries(properties).filter(([, property]) => property['default'] !== undefined);
  return {
    action: 'accept',
    content: Object.fromEntries(filled.map(([name, property]) => [name, property['default']])),
  };
}

/** Runs `mcp auth` and opens the page that it prints, as a user would. Resolves to the exit code. */
function signIn(): Promise<number | null> {
  const command = spawn(NODE, [LAUNCHER, 'mcp', 'auth', 'suite'], {
    env,
    cwd: home,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  createInterface({ input: command.stderr }).on('line', (line) => {
    process.stderr.write(`${line}\n`);
    const [page] = /https?:\/\/\S+/.exec(line) ?? [];
    if (line.trim() === page && page !== undefined) void fetch(page).then((response) => response.body?.cancel());
  });
  return new Promise((resolve) => command.once('close', resolve));
}

interface Tool {
  readonly name: string;
  readonly inputSchema: { readonly properties?: Readonly<Record<string, { readonly type?: string }>> };
}

/** Waits for the server's own tools, and signs in first if necessary. */
async function serverTools(): Promise<readonly Tool[]> {
  const late = AbortSignal.timeout(LATEST_MS);
  for (;;) {
    const { tools } = (await request('tools/list')) as { tools: readonly Tool[] };
    const own = tools.filter(({ name }) => name.startsWith('mcp_suite_'));
    if (own.length > 0 || isListed) return own;
    await nextNews(late);
    if (!wantsSignIn) continue;
    wantsSignIn = false;
    await signInOnceMore();
  }
}

let signIns = 0;
async function signInOnceMore(): Promise<void> {
  if (signIns++ === MAX_SIGN_INS) throw new Error('no sign-in will do');
  const code = await signIn();
  if (code !== 0) throw new Error(`the sign-in ended with code ${code}`);
}

function argumentsFor({ properties = {} }: Tool['inputSchema']): Fields {
  const numbers = Object.entries(properties).filter(([, { type }]) => type === 'number' || type === 'integer');
  return Object.fromEntries(numbers.map(([name], at) => [name, at + 1]));
}

/** Calls a tool, and again after each sign-in that the answer asks for. */
async function call({ name, inputSchema }: Tool): Promise<void> {
  for (;;) {
    const result = await request('tools/call', { name, arguments: argumentsFor(inputSchema) });
    if (!JSON.stringify(result).includes('[unauthorized: ')) return;
    await signInOnceMore();
  }
}

try {
  const capabilities = { elicitation: { form: { applyDefaults: true } } };
  const clientInfo = { name: 'agent', version: '1' };
  await request('initialize', { protocolVersion: '2025-11-25', capabilities, clientInfo });
  send({ method: 'notifications/initialized' });
  for (const tool of await serverTools()) await call(tool);
} finally {
  launcher.stdin.end();
  await new Promise((resolve) => launcher.once('close', resolve));
}
