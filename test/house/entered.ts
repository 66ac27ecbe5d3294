import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { endedCommand } from '../launcher/hosts/codex/codex-session.ts';
import { NODE, ROOT } from '../runtime/started.ts';

/** A way into the program, such as a tool call or a hook. */
export interface Door {
  readonly about: string;
  /** Arguments of `launcher/main.ts`. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Prepares a folder, which is the home and the working directory. */
  prepare(folder: string): void;
  /** Uses the door, while the process runs. */
  enter(running: Running, folder: string): Promise<void>;
}

interface Running {
  send(message: object): void;
  /** Resolves to the next line of stdout that has the text. */
  line(text: string): Promise<string>;
}

const TEXT = Array.from({ length: 400 }, (_, i) => `export function value${i}() {\n  return ${i};\n}`).join('\n');
const QUESTION = 'Which function returns 7?';
const FILE = 'a.ts';

const initialize = async ({ send, line }: Running): Promise<void> => {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'claude-code', version: '2' } };
  send({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
  await line('"id":1');
  send({ jsonrpc: '2.0', method: 'notifications/initialized' });
};
const call = async ({ send, line }: Running, name: string, args: object): Promise<void> => {
  send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name, arguments: args } });
  const answer = await line('"id":2');
  if (!answer.includes('artifact')) throw new Error(`nothing was left out: ${answer.slice(0, 500)}`);
};

export const DOORS: readonly Door[] = [
  {
    about: '`read` with a question',
    args: [],
    prepare: (folder) => writeFileSync(path.join(folder, FILE), TEXT),
    async enter(running) {
      await initialize(running);
      await call(running, 'read', { file_path: FILE, context_focus_question: QUESTION });
    },
  },
  {
    about: 'a hook’s result',
    args: [],
    env: { MCP_PRUNER_HOOKS: 'on', MCP_PRUNER_HOOK_CUTS: 'more', MCP_PRUNER_HOOK_TIMEOUT_MS: '60000' },
    prepare: () => {},
    async enter(running, folder) {
      await initialize(running);
      await call(running, 'hook', { host: 'codex', ...endedCommand(folder) });
    },
  },
  {
    about: 'a call of a server behind the gateway',
    args: [],
    prepare(folder) {
      const server = path.join(ROOT, 'test/support/mcp-servers/scripted-server.mjs');
      const mcpServers = { s: { command: NODE, args: [server, JSON.stringify({ pages: [['big']] })] } };
      writeFileSync(path.join(folder, 'mcp-config.json'), JSON.stringify({ mcpServers }), { mode: 0o600 });
    },
    async enter(running) {
      await initialize(running);
      await call(running, 'mcp_s_big', { bytes: 50_000 });
    },
  },
  {
    about: '`POST /prune`',
    args: ['serve', '--port', '0'],
    prepare: () => {},
    async enter({ line }) {
      const url = /http:\/\/[\w.:]+/.exec(await line('listening'))?.[0];
      const answer = await fetch(`${url}/prune`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code: TEXT, query: QUESTION }),
      });
      if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
      await answer.text();
    },
  },
];

interface Coverage {
  readonly result: readonly {
    readonly url: string;
    readonly functions: readonly {
      readonly functionName: string;
      readonly ranges: readonly { readonly count: number }[];
    }[];
  }[];
}

/**
 * Returns the source files that run from the start of the process until its answer, as paths from the checkout's root. The
 * process runs the sources themselves, and V8 counts calls of their functions.
 */
export async function enteredBy({ args, env, prepare, enter }: Door): Promise<ReadonlySet<string>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'house-'));
  const coverage = path.join(folder, 'coverage');
  try {
    prepare(folder);
    const child = spawn(
      NODE,
      ['--import', new URL('jsx-loader.ts', import.meta.url).href, `${ROOT}launcher/main.ts`, ...args],
      {
        cwd: folder,
        env: {
          PATH: process.env['PATH'],
          HOME: folder,
          MCP_PRUNER_HOME: folder,
          PRUNER_URL: 'embedded',
          NODE_V8_COVERAGE: coverage,
          ...env,
        },
        stdio: ['pipe', 'pipe', 'pipe'],
      },
    );
    const exited = once(child, 'exit');
    await enter(toRunning(child), folder);
    child.kill('SIGTERM');
    await exited;
    return runFiles(coverage);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 9 });
  }
}

function toRunning({ stdin, stdout, stderr }: ChildProcessWithoutNullStreams): Running {
  const said: string[] = [];
  let heard = (): void => {};
  for (const input of [stdout, stderr]) {
    createInterface({ input }).on('line', (line) => {
      said.push(line);
      heard();
    });
  }
  return {
    send: (message) => void stdin.write(`${JSON.stringify(message)}\n`),
    async line(text) {
      for (;;) {
        const found = said.find((one) => one.includes(text));
        if (found !== undefined) return found;
        await new Promise<void>((resolve) => {
          heard = resolve;
        });
      }
    },
  };
}

/** Returns sources with a function that ran. Code that runs while a file loads does not count. */
function runFiles(coverage: string): ReadonlySet<string> {
  const root = pathToFileURL(ROOT).href;
  const scripts = readdirSync(coverage).flatMap(
    (name) => (JSON.parse(readFileSync(path.join(coverage, name), 'utf8')) as Coverage).result,
  );
  const ours = scripts.filter(
    ({ url }) => /^(src|worker|launcher)\//.test(url.slice(root.length)) && url.startsWith(root),
  );
  const run = ours.filter(({ functions }) =>
    functions.some(({ functionName, ranges }) => functionName !== '' && (ranges[0]?.count ?? 0) > 0),
  );
  return new Set(run.map(({ url }) => url.slice(root.length)));
}
