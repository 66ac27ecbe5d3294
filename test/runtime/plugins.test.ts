import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { bundle, moduleOf } from '../../.build/bundle.ts';
import { claudeFiles, writePlugins } from '../../.build/plugins.ts';
import { CLAUDE_MOD, CLAUDE_PLUGIN } from '../../.build/targets.ts';
import { instructionsFor } from '../../launcher/cli/init/init-command.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { tempDir } from '../support/temp-dir.ts';
import { built } from './built.ts';
import { NODE, ROOT } from './started.ts';

const TIMEOUT = 120_000;

/** Builds the plugins into a folder. */
async function builtPlugins(): Promise<string> {
  const folder = tempDir();
  const dist = path.join(folder, 'dist');
  cpSync(path.dirname(built('bin')), dist, { recursive: true });
  writeFileSync(path.join(dist, 'licenses.txt'), 'MIT');
  await writePlugins(path.join(folder, 'plugins'), dist);
  return path.join(folder, 'plugins');
}

/** Starts a server, sends the requests, and returns its answers. */
async function answers(server: string, requests: readonly object[]): Promise<readonly object[]> {
  const cwd = tempDir();
  const child = spawn(NODE, [server], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd, PRUNER_URL: 'embedded' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const said: object[] = [];
  for (const [id, request] of requests.entries())
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...request })}\n`);
  // The server ends with its input, so wait for all answers first.
  for await (const line of createInterface({ input: child.stdout })) {
    said.push((JSON.parse(line) as { readonly result: object }).result);
    if (said.length === requests.length) child.stdin.end();
  }
  return said;
}

test(
  'the extension of Gemini CLI has a server that runs by itself, and says what the package says',
  async () => {
    const folder = await builtPlugins();
    const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
    const { version } = packageJson;
    expect(readdirSync(folder)).toEqual(['gemini']);
    expect(JSON.parse(read('gemini/gemini-extension.json'))).toMatchObject({ name: 'mcp-pruner', version });
    const [, ...parts] =
      /\$\{extensionPath\}([^"]+\.cjs)/.exec(read('gemini/hooks/hooks.json'))?.[1]?.split(/\$\{\/\}/) ?? [];
    expect(existsSync(path.join(folder, 'gemini', ...parts))).toBe(true);
    expect(parts).toEqual(['server', 'bin', 'hook.cjs']);
    expect(read('gemini/GEMINI.md')).toContain(instructionsFor('pruner'));

    const initialize = { method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {} } };
    const command = 'seq 1 400';
    const params = { name: 'bash', arguments: { command, context_focus_question: 'Where is 377?' } };
    const server = path.join(folder, 'gemini/server/index.js');
    const [first, second] = await answers(server, [initialize, { method: 'tools/call', params }]);
    expect(first).toMatchObject({ serverInfo: { version } });
    expect(JSON.stringify(second)).toContain('377');
  },
  TIMEOUT,
);

/** Max bytes of the Claude Code plugin, which is fetched alone. */
const MAX_PLUGIN = 2_000_000;

test('the Claude Code plugin in the repository is the one that its sources give', async () => {
  const read = (file: string): string => readFileSync(path.join(ROOT, file), 'utf8');
  const files = claudeFiles(read('LICENSE'));
  for (const [file, text] of Object.entries(files)) expect(read(file), file).toBe(text);
  const module = moduleOf(await bundle(CLAUDE_MOD));
  expect(read(path.relative(ROOT, module.path)) === module.text, 'run `pnpm build`').toBe(true);
  const all = readdirSync(path.join(ROOT, CLAUDE_PLUGIN), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)));
  expect(all.toSorted()).toEqual(
    [
      ...Object.keys(files).filter((file) => file.startsWith(CLAUDE_PLUGIN)),
      path.relative(ROOT, module.path),
    ].toSorted(),
  );
  expect(all.reduce((bytes, file) => bytes + statSync(path.join(ROOT, file)).size, 0)).toBeLessThan(MAX_PLUGIN);
  expect(JSON.parse(read('.claude-plugin/marketplace.json'))).toMatchObject({
    plugins: [{ name: 'mcp-pruner', source: './plugins/claude-code' }],
  });
});
