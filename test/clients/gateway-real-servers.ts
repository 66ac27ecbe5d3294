import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '../support/ports.ts';
import type { Fields, ServerEntry } from './gateway-launcher.ts';
import { installed, NODE } from './installed.ts';

/** A call of one of a server's tools. */
export interface Call {
  readonly tool: string;
  readonly args: Fields;
}

export interface RealServer {
  readonly name: string;
  readonly entry: ServerEntry;
  /** Number of tools that the server offers to a client with every capability except tasks. */
  readonly tools: number;
  /** A call with a short answer that is always the same. */
  readonly short: Call;
  /** A call with an answer of more than 10,240 bytes that is always the same, and a question about it. */
  readonly long?: Call & { readonly question: string; readonly answer: string };
}

const LINES = 2000;
const COMMITS = 40;
const text = (): string =>
  Array.from({ length: LINES }, (_, i) =>
    i === 1234 ? 'the harbour master keeps the lighthouse key in a blue tin' : `line ${i}: nothing of note on this day`,
  ).join('\n');
const QUESTION = { question: 'Where is the lighthouse key?', answer: 'blue tin' } as const;

/** npm servers that need no network, with data in `folder`. */
export function realServers(folder: string): readonly RealServer[] {
  const project = path.join(folder, 'project');
  makeRepository(project);
  const memory = path.join(folder, 'memory.jsonl');
  writeFileSync(memory, toMemory());
  const long = { path: path.join(project, 'long.txt') };
  const official = (name: string, ...args: string[]) => ({
    command: NODE,
    args: [installed(`@modelcontextprotocol/server-${name}/dist/index.js`), ...args],
  });
  return [
    {
      name: 'filesystem',
      entry: official('filesystem', project),
      tools: 14,
      short: { tool: 'list_directory', args: { path: project } },
      long: { tool: 'read_text_file', args: long, ...QUESTION },
    },
    {
      name: 'memory',
      entry: { ...official('memory'), env: { MEMORY_FILE_PATH: memory } },
      tools: 9,
      short: { tool: 'open_nodes', args: { names: ['keeper 7'] } },
      long: {
        ...{ tool: 'read_graph', args: {} },
        ...{ question: 'Who keeps the lighthouse key?', answer: 'keeper 123' },
      },
    },
    everything('everything', official('everything')),
    {
      name: 'thinking',
      entry: official('sequential-thinking'),
      tools: 1,
      short: {
        tool: 'sequentialthinking',
        args: { thought: 'The key is lost.', nextThoughtNeeded: true, thoughtNumber: 1, totalThoughts: 2 },
      },
    },
    {
      name: 'git',
      entry: {
        command: NODE,
        args: [installed('@cyanheads/git-mcp-server/dist/index.js')],
        env: { MCP_TRANSPORT_TYPE: 'stdio', PATH: process.env['PATH'] ?? '' },
      },
      tools: 28,
      short: { tool: 'git_status', args: { path: project } },
      long: {
        ...{ tool: 'git_log', args: { path: project, maxCount: COMMITS } },
        ...{ question: 'Which commit hides the lighthouse key?', answer: 'Hide the lighthouse key' },
      },
    },
    {
      name: 'fast',
      entry: { command: NODE, args: [installed('fast-filesystem-mcp/dist/index.js'), project] },
      tools: 25,
      short: { tool: 'fast_read_file', args: { path: path.join(project, 'short.txt') } },
      long: {
        ...{ tool: 'fast_list_directory', args: { path: project, page_size: 200 } },
        ...{ question: 'Where is the lighthouse key?', answer: 'lighthouse-key.txt' },
      },
    },
  ];
}

/** The protocol's official server with every feature, over any transport. */
export function everything(name: string, entry: ServerEntry): RealServer {
  return {
    ...{ name, entry, tools: 15 },
    short: { tool: 'get-structured-content', args: { location: 'Chicago' } },
    long: { tool: 'echo', args: { message: text() }, ...QUESTION },
  };
}

export interface HttpServer {
  readonly url: string;
  readonly child: ChildProcess;
}

/** Starts server-everything on a loopback port, over Streamable HTTP or the older HTTP+SSE. */
export async function startEverything(kind: 'streamableHttp' | 'sse'): Promise<HttpServer> {
  const port = await freePort();
  const program = installed('@modelcontextprotocol/server-everything/dist/index.js');
  const child = spawn(NODE, [program, kind], {
    env: { PATH: process.env['PATH'], PORT: String(port) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await new Promise<void>((resolve, reject) => {
    child.stderr.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes(String(port))) resolve();
    });
    child.once('exit', (code) => reject(new Error(`server-everything ended with ${code}`)));
  });
  return { child, url: `http://127.0.0.1:${port}/${kind === 'sse' ? 'sse' : 'mcp'}` };
}

function makeRepository(project: string): void {
  mkdirSync(project);
  const git = (...args: string[]): void => {
    const env = { PATH: process.env['PATH'], HOME: project, GIT_CONFIG_NOSYSTEM: '1' };
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], { cwd: project, env });
  };
  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(path.join(project, 'short.txt'), 'short\n');
  git('add', '.');
  git('commit', '--quiet', '--message=Begin');
  writeFileSync(path.join(project, 'long.txt'), text());
  for (let i = 0; i < 80; i++) {
    writeFileSync(path.join(project, i === 42 ? 'lighthouse-key.txt' : `day-${i}.txt`), 'nothing\n');
  }
  for (let i = 0; i < COMMITS; i++) {
    const message = i === 20 ? 'Hide the lighthouse key' : `Tell what happened on day ${i}`;
    git('commit', '--quiet', '--allow-empty', `--message=${message}`);
  }
}

function toMemory(): string {
  const entities = Array.from({ length: 300 }, (_, i) => ({
    type: 'entity',
    name: `keeper ${i}`,
    entityType: 'person',
    observations: [i === 123 ? 'keeps the lighthouse key in a blue tin' : `sleeps on day ${i}`],
  }));
  return `${entities.map((one) => JSON.stringify(one)).join('\n')}\n`;
}
