import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NODE, ROOT } from '../runtime/started.ts';
import type { Order } from './caller.ts';
import type { Figure } from './figure.ts';
import { initialize, spawnServer } from './mcp-session.ts';
import { sideBySide } from './side-by-side.ts';

const OURS = [NODE, `${ROOT}dist/index.js`] as const;
const FILES = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/dist/index.js');
const ANSWERING = `${ROOT}test/support/mcp-servers/answering-server.mjs`;
const MEGABYTE = 1e6;
const LINE = '  const answer = await context.ask(question, { signal, limit: 4096 }); // and so on\n';
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
    env: {
      MCP_PRUNER_HOME: home,
      MCP_PRUNER_CWD: folder,
      PRUNER_URL: 'embedded',
      MCP_PRUNER_LOG: 'error',
      MCP_PRUNER_LAZY: 'off',
    },
  };
}

interface Caller {
  /** Milliseconds that a call took. */
  call(name: string, args?: Record<string, unknown>): Promise<number>;
  close(): Promise<void>;
}

async function startCaller(command: readonly string[], env: Readonly<Record<string, string>>): Promise<Caller> {
  const child = fork(`${ROOT}test/bench/caller.ts`, { execPath: NODE });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ask = (order: Order): Promise<number> =>
    new Promise((resolve, reject) => {
      child.once('message', (took) => resolve(Number(took)));
      void exited.then(() => reject(new Error(`"${command.join(' ')}" failed`)));
      child.send(order);
    });
  await ask({ start: { command, env } });
  return {
    call: (name, args = {}) => ask({ call: { name, arguments: args } }),
    close: async () => {
      child.disconnect();
      await exited;
    },
  };
}

/** The same call of server-filesystem straight and through the gateway. */
async function calling(folder: string): Promise<readonly Figure[]> {
  const file = path.join(folder, 'megabyte.ts');
  writeFileSync(file, LINE.repeat(Math.ceil(MEGABYTE / LINE.length)).slice(0, MEGABYTE));
  const command = [NODE, FILES, folder];
  const files = { command: NODE, args: [FILES, folder] };
  const straight = await startCaller(command, {});
  const ours = await startCaller(OURS, configure(folder, 'shaped', { files }).env);
  const whole = await startCaller(OURS, configure(folder, 'whole', { files: { ...files, shape: false } }).env);
  try {
    const small = await sideBySide(
      {
        straight: () => straight.call('list_allowed_directories'),
        ours: () => ours.call('mcp_files_list_allowed_directories'),
      },
      501,
    );
    const read = { path: file };
    const large = await sideBySide(
      {
        straight: () => straight.call('read_text_file', read),
        ours: () => ours.call('mcp_files_read_text_file', read),
        whole: () => whole.call('mcp_files_read_text_file', read),
      },
      31,
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
  // Once they have been listed, which all of them are by then.
  const first = await startCaller(OURS, many.env);
  for (const name of Object.keys(servers)) await first.call(`mcp_${name}_answer`);
  await first.close();
  const times = await sideBySide({ many: () => start(many), none: () => start(none) }, 31);
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

/** What a call of a server behind the gateway costs, against the same call straight. */
export const benchGatewayCall = (): Promise<readonly Figure[]> => inFolder(calling);
/** What servers behind the gateway add to the start. */
export const benchGatewayStart = (): Promise<readonly Figure[]> => inFolder(starting);

async function inFolder(bench: (folder: string) => Promise<readonly Figure[]>): Promise<readonly Figure[]> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'mcp-pruner-bench-')));
  try {
    return await bench(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
