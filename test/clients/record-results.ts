import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { type RecordedServer, SERVERS } from './recorded-calls.ts';
import { makeProject, type Project } from './recorded-project.ts';

const FIXTURES = fileURLToPath(new URL('../fixtures/mcp-results/', import.meta.url));
/** Folder of the servers' packages, which are too large for the development dependencies. */
const PACKAGES = path.join(tmpdir(), 'recorded-servers');

/**
 * `node test/clients/record-results.ts [SERVER…]`: calls real MCP servers with the calls of recorded-calls.ts. Writes
 * their results to test/fixtures/mcp-results, one file per server. Without names, calls all servers.
 */
async function main(names: readonly string[]): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'recorded-'));
  const project = await makeProject(path.join(folder, 'project'));
  try {
    for (const server of SERVERS.filter(({ name }) => names.length === 0 || names.includes(name))) {
      install(server);
      const results = await record(server, project, folder);
      mkdirSync(FIXTURES, { recursive: true });
      const { name, package: itsPackage, version } = server;
      const written = JSON.stringify({ server: name, package: itsPackage, version, results }, undefined, 1);
      writeFileSync(`${FIXTURES}${name}.json`, `${written}\n`);
      console.log(`${name}: ${results.length} results, ${written.length} bytes`);
    }
  } finally {
    await project.close();
    rmSync(folder, { recursive: true });
  }
}

function folderOf({ name }: RecordedServer): string {
  return path.join(PACKAGES, name);
}

function install(server: RecordedServer): void {
  const prefix = folderOf(server);
  const manifest = path.join(prefix, 'node_modules', server.package, 'package.json');
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === server.version) return;
  mkdirSync(prefix, { recursive: true });
  const quiet = ['--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--no-save'];
  execFileSync('npm', ['install', ...quiet, '--prefix', prefix, `${server.package}@${server.version}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function record(server: RecordedServer, project: Project, folder: string): Promise<unknown[]> {
  const [program, ...args] = server.command;
  const home = path.join(folder, `home-${server.name}`);
  mkdirSync(home);
  const client = new Client({ name: 'recorder', version: '1' });
  const here = toHere(project);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [path.join(folderOf(server), 'node_modules', server.package, program as string), ...args.map(here)],
      cwd: project.root,
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: home,
        TMPDIR: home,
        LANG: 'C.UTF-8',
        TZ: 'UTC',
        MEMORY_FILE_PATH: path.join(home, 'memory.json'),
        MCP_TRANSPORT_TYPE: 'stdio',
        SHELL: '/bin/bash',
      },
      stderr: 'ignore',
    }),
  );
  try {
    const { tools } = await client.listTools();
    const results: unknown[] = [];
    for (const call of server.calls) {
      if (!tools.some(({ name }) => name === call.tool)) throw new Error(`${server.name} has no tool "${call.tool}"`);
      const given = JSON.parse(here(JSON.stringify(call.arguments))) as Record<string, unknown>;
      const result = await client.callTool({ name: call.tool, arguments: given });
      results.push({ ...call, result: JSON.parse(neutral(JSON.stringify(result), project, folder)) as unknown });
    }
    return results;
  } finally {
    await client.close();
  }
}

function toHere({ root, url }: Project): (text: string) => string {
  return (text) => text.replaceAll('/project', root).replaceAll('http://shop.example/', url);
}

/**
 * Replaces everything that depends on the machine or the day. Some results have relative paths, in which `project` is
 * the folder's name.
 */
function neutral(json: string, { root, url }: Project, folder: string): string {
  const today = new Date();
  const [month, day] = [today.toLocaleString('en-US', { month: 'short' }), String(today.getDate()).padStart(2, '0')];
  const weekday = today.toLocaleString('en-US', { weekday: 'short' });
  return (
    json
      .replaceAll(root, '/project')
      .replaceAll(folder, '/home/user')
      .replaceAll(url, 'http://shop.example/')
      .replaceAll(hostname().length > 3 ? hostname() : '\0', 'host')
      .replaceAll(today.toISOString().slice(0, 10), '2025-04-01')
      .replaceAll(`${weekday} ${month} ${day} ${today.getFullYear()}`, 'Tue Apr 01 2025')
      // Timestamps of the present days, in milliseconds since 1970.
      .replaceAll(new RegExp(`\\b${String(today.getTime()).slice(0, 5)}\\d{8}\\b`, 'g'), '1743465600000')
      .replaceAll(new RegExp(`${today.getMonth() + 1}/${today.getDate()}/${today.getFullYear()}`, 'g'), '4/1/2025')
  );
}

await main(process.argv.slice(2));
