import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { NODE, ROOT } from '../runtime/started.ts';

/**
 * A user of `mcp-pruner` at the command line, as the client under test in the official conformance suite. The commands
 * do the whole protocol: `mcp test` lists and calls tools, and `mcp auth` signs in. This file only writes a
 * configuration with the suite's address (the last argument), and acts as a browser that consents at once.
 */

/** Max sign-ins before the user gives up. */
const MAX_SIGN_INS = 3;

interface Call {
  readonly name: string;
  readonly arguments: object;
}

interface Context {
  readonly client_id?: string;
  readonly client_secret?: string;
  /** Calls that the scenario requires. */
  readonly toolCalls?: readonly Call[];
}

interface Ran {
  readonly code: number | null;
  readonly said: string;
}

/** Required arguments of tools, by the tool's name. */
const ARGUMENTS: Readonly<Record<string, object>> = { add_numbers: { a: 5, b: 3 }, valid_tool: { region: 'us-west1' } };

const context: Context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}');
const home = mkdtempSync(path.join(tmpdir(), 'command-line-user-'));
process.once('exit', () => rmSync(home, { recursive: true, force: true }));
const env = {
  ...{ PATH: process.env['PATH'] ?? '', HOME: home, MCP_PRUNER_HOME: home },
  CLIENT_SECRET: context.client_secret ?? '',
};

function configure(url: string): void {
  const oauth =
    context.client_id === undefined
      ? { clientMetadataUrl: 'https://conformance-test.local/client-metadata.json' }
      : { clientId: context.client_id, clientSecret: `\${CLIENT_SECRET}` };
  const suite = { url, oauth };
  writeFileSync(path.join(home, 'mcp-config.json'), JSON.stringify({ mcpServers: { suite } }), { mode: 0o600 });
}

/** Runs a command of mcp-pruner; `onLine` gets each line that it prints to the user. */
async function pruner(args: readonly string[], onLine: (line: string) => void = () => {}): Promise<Ran> {
  process.stderr.write(`$ mcp-pruner ${args.join(' ')}\n`);
  const child = spawn(NODE, [`${ROOT}dist/index.js`, ...args], { env, cwd: home, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve));
  let told = '';
  createInterface({ input: child.stderr }).on('line', (line) => {
    told += `${line}\n`;
    onLine(line);
  });
  const [code, printed] = await Promise.all([exited, text(child.stdout)]);
  process.stderr.write(`${printed}${told}exit code ${code}\n`);
  return { code, said: printed + told };
}

/** Opens the page that `mcp auth` prints. */
function openPage(line: string): void {
  const page = line.trim();
  if (/^https?:\/\/\S+$/.test(page)) void fetch(page).then((response) => response.body?.cancel());
}

let signIns = 0;
/** Runs `mcp test`, and again after each sign-in that it asks for. Returns its output, or undefined if it failed. */
async function testServer(args: readonly string[]): Promise<string | undefined> {
  for (;;) {
    const { code, said } = await pruner(['mcp', 'test', 'suite', ...args]);
    if (code === 0) return said;
    if (!said.includes('mcp-pruner mcp auth')) return undefined;
    if (signIns++ === MAX_SIGN_INS) throw new Error('no sign-in will do');
    const signedIn = await pruner(['mcp', 'auth', 'suite'], openPage);
    if (signedIn.code !== 0) throw new Error(`mcp auth ended with code ${signedIn.code}`);
  }
}

configure(process.argv.at(-1) ?? '');
const told = await testServer(['--json']);
if (told === undefined) throw new Error('the server cannot be listed');
const { tools } = JSON.parse(told) as { tools: readonly { readonly name: string }[] };
const calls = context.toolCalls ?? tools.map(({ name }) => ({ name, arguments: ARGUMENTS[name] ?? {} }));
// The suite judges a failed call, because one of its servers supports no calls.
for (const call of calls) await testServer(['--tool', call.name, '--args', JSON.stringify(call.arguments)]);
