import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { NODE, ROOT } from '../runtime/started.ts';
import type { Figure } from './figure.ts';
import { initialize, spawnServer } from './mcp-session.ts';
import { sideBySide, timing } from './side-by-side.ts';

const OURS = [NODE, `${ROOT}dist/index.js`] as const;
const FILES = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/dist/index.js');
const ANSWERING = `${ROOT}test/support/mcp-servers/answering-server.mjs`;
const MEGABYTE = 1e6;
const LINE = '  const answer = await context.ask(question, { signal, limit: 4096 }); // and so on\n';
/** Tools of our own. */
const OWN = 4;
/** Servers that are configured where the start is measured. */
const MANY = 20;

interface Place {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A home with servers configured in it. */
function configure(folder: string, name: string, servers: object): Place {
  const home = path.join(folder, name);
  mkdirSync(home, { mode: 0o700 });
  writeFileSync(path.join(home, 'mcp-config.json'), JSON.stringify({ mcpServers: servers }), { mode: 0o600 });
  return {
    folder,
    env: { MCP_PRUNER_HOME: home, MCP_PRUNER_CWD: folder, PRUNER_URL: 'embedded', MCP_PRUNER_LOG: 'error' },
  };
}

/** A server in a process of its own, with the client that hosts have. */
async function connect(command: readonly string[], env: Readonly<Record<string, string>>): Promise<Client> {
  const [file = '', ...args] = command;
  const client = new Client({ name: 'bench', version: '1.0.0' });
  const own = Object.fromEntries(Object.entries({ ...process.env, ...env }).filter(([, value]) => value !== undefined));
  await client.connect(
    new StdioClientTransport({ command: file, args, env: own as Record<string, string>, stderr: 'ignore' }),
  );
  return client;
}

/** Asks until a server's tools are listed. */
async function listed(client: Client, prefix: string): Promise<void> {
  for (;;) {
    const { tools } = await client.listTools();
    if (tools.some(({ name }) => name.startsWith(prefix))) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The same call of server-filesystem straight and through the gateway. */
async function calling(folder: string): Promise<readonly Figure[]> {
  const file = path.join(folder, 'megabyte.ts');
  writeFileSync(file, LINE.repeat(Math.ceil(MEGABYTE / LINE.length)).slice(0, MEGABYTE));
  const command = [NODE, FILES, folder];
  const files = { command: NODE, args: [FILES, folder] };
  // Each in a process of its own: what one leaves behind, another would have to collect.
  const straight = await connect(command, {});
  const ours = await connect(OURS, configure(folder, 'shaped', { files }).env);
  const whole = await connect(OURS, configure(folder, 'whole', { files: { ...files, shape: false } }).env);
  try {
    await listed(straight, '');
    await listed(ours, 'mcp_files_');
    await listed(whole, 'mcp_files_');
    const call =
      (client: Client, name: string, args: Record<string, unknown> = {}) =>
      () =>
        timing(async () => {
          const { isError } = await client.callTool({ name, arguments: args });
          if (isError === true) throw new Error(`${name} failed`);
        });
    const small = await sideBySide(
      {
        straight: call(straight, 'list_allowed_directories'),
        ours: call(ours, 'mcp_files_list_allowed_directories'),
      },
      501,
    );
    const read = { path: file };
    const large = await sideBySide(
      {
        straight: call(straight, 'read_text_file', read),
        ours: call(ours, 'mcp_files_read_text_file', read),
        whole: call(whole, 'mcp_files_read_text_file', read),
      },
      81,
    );
    const note = (time: number): string => `${time.toFixed(1)} ms, straight ${large.straight.toFixed(1)} ms`;
    return [
      {
        name: 'a call through the gateway, beyond the same straight',
        measured: small.ours - small.straight,
        unit: 'ms',
        bound: 1,
        note: `${small.ours.toFixed(2)} ms, straight ${small.straight.toFixed(2)} ms`,
      },
      {
        name: 'a 1 MB result through the gateway',
        measured: large.ours / large.straight,
        unit: 'times',
        bound: 1.15,
        note: note(large.ours),
      },
      {
        name: 'the same, handed on whole',
        measured: large.whole / large.straight,
        unit: 'times',
        note: note(large.whole),
      },
    ];
  } finally {
    await Promise.all([straight.close(), ours.close(), whole.close()]);
  }
}

/** Start until our own tools are listed, with many servers configured and with none. */
async function starting(folder: string): Promise<readonly Figure[]> {
  const servers = Object.fromEntries(
    Array.from({ length: MANY }, (_, i) => [`server-${i}`, { command: NODE, args: [ANSWERING] }]),
  );
  const many = configure(folder, 'many', servers);
  const none = configure(folder, 'none', {});
  const start = async ({ env }: Place): Promise<number> => {
    const from = performance.now();
    const session = spawnServer(OURS, env);
    await initialize(session);
    await session.request('tools/list', {});
    const took = performance.now() - from;
    await session.close();
    return took;
  };
  const first = await connect(OURS, many.env);
  while ((await first.listTools()).tools.length < OWN + MANY) await new Promise((resolve) => setTimeout(resolve, 20));
  await first.close();
  const times = await sideBySide({ many: () => start(many), none: () => start(none) }, 41);
  return [
    {
      name: `start until our tools are listed, with ${MANY} servers of that with none`,
      measured: times.many / times.none,
      unit: 'times',
      bound: 1.05,
      note: `${times.many.toFixed(1)} ms, with none ${times.none.toFixed(1)} ms`,
    },
  ];
}

/** What a server behind the gateway costs against the same server straight. */
export async function benchGateway(): Promise<readonly Figure[]> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'mcp-pruner-bench-')));
  try {
    return [...(await calling(folder)), ...(await starting(folder))];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.main) {
  const { toTable } = await import('./figure.ts');
  console.log(toTable(await benchGateway()));
}
