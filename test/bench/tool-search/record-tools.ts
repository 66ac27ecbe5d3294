import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { packLines } from '../packed-lines.ts';
import { RECORDED_SERVERS, type RecordedServer, UNSEEN_SERVERS } from './recorded-servers.ts';
import { RECORDED, RECORDED_UNSEEN, type RecordedList, type RecordedTool } from './tools.ts';

/** Installed here because the packages are too large for the development dependencies. */
const PACKAGES = path.join(tmpdir(), 'tool-search-servers');
/** Max UTF-16 units to keep from a text: enough to rank by, and small in a repository. */
const MAX_DESCRIPTION = 500;
const MAX_ARGUMENT = 120;

interface Manifest {
  readonly version: string;
  readonly license?: string;
  readonly bin?: string | Readonly<Record<string, string>>;
}

/**
 * `node test/bench/tool-search/record-tools.ts [--unseen]`: lists the tools of real servers, and replaces a recorded
 * list.
 */
async function main(unseen: boolean): Promise<void> {
  const recorded = unseen ? UNSEEN_SERVERS : RECORDED_SERVERS;
  install(recorded);
  const home = mkdtempSync(path.join(tmpdir(), 'recorder-'));
  try {
    const servers: RecordedList[] = [];
    for (const server of recorded) {
      const { version, license, bin } = manifestOf(server);
      const program = typeof bin === 'string' ? bin : Object.values(bin ?? {})[server.bin ?? 0];
      const tools = await listTools(server, path.join(folderOf(server), program as string), home);
      console.log(`${server.name}: ${tools.length} tools, ${license}`);
      servers.push({ server: server.name, package: server.package, version, license, tools });
    }
    writeFileSync(unseen ? RECORDED_UNSEEN : RECORDED, packLines(servers));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function install(servers: readonly RecordedServer[]): void {
  const missing = servers.filter((server) => {
    const known = existsSync(path.join(folderOf(server), 'package.json'));
    return !known || manifestOf(server).version !== server.version;
  });
  if (missing.length === 0) return;
  mkdirSync(PACKAGES, { recursive: true });
  const quiet = ['--ignore-scripts', '--omit=optional', '--legacy-peer-deps', '--no-audit', '--no-fund'];
  const packages = missing.map((server) => `${server.package}@${server.version}`);
  execFileSync('npm', ['install', ...quiet, '--prefix', PACKAGES, ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function folderOf(server: RecordedServer): string {
  return path.join(PACKAGES, 'node_modules', server.package);
}

function manifestOf(server: RecordedServer): Manifest {
  return JSON.parse(readFileSync(path.join(folderOf(server), 'package.json'), 'utf8')) as Manifest;
}

async function listTools(server: RecordedServer, program: string, home: string): Promise<readonly RecordedTool[]> {
  const client = new Client({ name: 'recorder', version: '1' });
  const env = { PATH: process.env['PATH'] ?? '', HOME: home, LANG: 'C.UTF-8', ...server.env };
  const args = [program, ...(server.args ?? [])];
  for (const [name, text] of Object.entries(server.files ?? {})) {
    mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
    writeFileSync(path.join(home, name), text);
  }
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: home, env, stderr: 'ignore' }));
  try {
    const { tools } = await client.listTools();
    return tools.map(({ name, title, description = '', inputSchema }) => ({
      name,
      ...(title !== undefined && { title }),
      description: description.slice(0, MAX_DESCRIPTION),
      arguments: argumentsOf(inputSchema.properties ?? {}),
    }));
  } finally {
    await client.close();
  }
}

function argumentsOf(properties: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const entries = Object.entries(properties).map(([name, schema]) => {
    const { description } = (schema ?? {}) as { readonly description?: unknown };
    return [name, typeof description === 'string' ? description.slice(0, MAX_ARGUMENT) : ''] as const;
  });
  return Object.fromEntries(entries);
}

await main(process.argv.includes('--unseen'));
