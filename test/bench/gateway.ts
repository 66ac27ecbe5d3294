import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { built } from '../runtime/built.ts';
import { NODE, ROOT } from '../runtime/started.ts';
import type { Order } from './caller.ts';
import type { Figure } from './figure.ts';
import { initialize, spawnServer } from './mcp-session.ts';
import { type Spread, shown, sideBySide } from './side-by-side.ts';

/** The launcher, built from the sources as they are, once. */
const launcher = (): readonly string[] => [NODE, built('bin')];
const FILES = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-filesystem/dist/index.js');
const ANSWERING = `${ROOT}test/support/mcp-servers/answering-server.mjs`;
const MEGABYTE = 1e6;
const LINE = '  const answer = await context.ask(question, { signal, limit: 4096 }); // and so on\n';
/** Servers in the configuration when the start is measured. */
const MANY = 20;

interface Place {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Creates a home with servers in its configuration. */
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
  /** Calls a tool and resolves to the milliseconds that it took. */
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

/** Compares a call of server-filesystem directly and through the gateway. */
async function* calling(folder: string): AsyncGenerator<Figure> {
  const file = path.join(folder, 'megabyte.ts');
  writeFileSync(file, LINE.repeat(Math.ceil(MEGABYTE / LINE.length)).slice(0, MEGABYTE));
  const command = [NODE, FILES, folder];
  const files = { command: NODE, args: [FILES, folder] };
  const straight = await startCaller(command, {});
  const ours = await startCaller(launcher(), configure(folder, 'shaped', { files }).env);
  const whole = await startCaller(launcher(), configure(folder, 'whole', { files: { ...files, shape: false } }).env);
  try {
    const small = await sideBySide(
      {
        straight: () => straight.call('list_allowed_directories'),
        ours: () => ours.call('mcp_files_list_allowed_directories'),
      },
      501,
    );
    yield {
      name: 'a call through the gateway, beyond the same straight',
      measured: small.ours.median - small.straight.median,
      unit: 'ms',
      goal: 1,
      note: `${shown(small.ours, 'ms', 2)}, straight ${shown(small.straight, 'ms', 2)}`,
    };
    const read = { path: file };
    const large = await sideBySide(
      {
        straight: () => straight.call('read_text_file', read),
        ours: () => ours.call('mcp_files_read_text_file', read),
        whole: () => whole.call('mcp_files_read_text_file', read),
      },
      31,
    );
    const note = (time: Spread): string => `${shown(time)}, straight ${shown(large.straight)}`;
    yield {
      name: 'a 1 MB result through the gateway',
      measured: large.ours.median / large.straight.median,
      unit: 'times',
      goal: 1.15,
      note: note(large.ours),
    };
    yield {
      name: 'the same, handed on whole',
      measured: large.whole.median / large.straight.median,
      unit: 'times',
      note: note(large.whole),
    };
  } finally {
    await Promise.all([straight.close(), ours.close(), whole.close()]);
  }
}

/** Measures the time from the start until our own tools are listed, with many configured servers and with none. */
async function* starting(folder: string): AsyncGenerator<Figure> {
  const servers = Object.fromEntries(
    Array.from({ length: MANY }, (_, i) => [`server-${i}`, { command: NODE, args: [ANSWERING] }]),
  );
  const many = configure(folder, 'many', servers);
  const none = configure(folder, 'none', {});
  const start = async ({ env }: Place): Promise<number> => {
    const from = performance.now();
    const session = spawnServer(launcher(), env);
    await initialize(session);
    await session.request('tools/list', {});
    const took = performance.now() - from;
    await session.close();
    return took;
  };
  // Call every server once, so that the gateway knows the lists of all tools before the measurement.
  const first = await startCaller(launcher(), many.env);
  for (const name of Object.keys(servers)) await first.call(`mcp_${name}_answer`);
  await first.close();
  const times = await sideBySide({ many: () => start(many), none: () => start(none) }, 31);
  yield {
    name: `start until our tools are listed, with ${MANY} servers of that with none`,
    measured: times.many.median / times.none.median,
    unit: 'times',
    goal: 1.05,
    note: `${shown(times.many)}, with none ${shown(times.none)}`,
  };
}

/** Measures what the gateway adds to a call, compared with a direct call of the same server. */
export const benchGatewayCall = (): AsyncGenerator<Figure> => inFolder(calling);
/** Measures what configured servers add to the start. */
export const benchGatewayStart = (): AsyncGenerator<Figure> => inFolder(starting);

async function* inFolder(bench: (folder: string) => AsyncGenerator<Figure>): AsyncGenerator<Figure> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'mcp-pruner-bench-')));
  try {
    yield* bench(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
