import { spawn } from 'node:child_process';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { writePlugins } from '../../.build/plugins.ts';
import { instructionsFor } from '../../launcher/cli/init/init-command.ts';
import { INSTRUCTIONS, KEPT } from '../../launcher/server/initialize.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { tempDir } from '../support/temp-dir.ts';
import { built } from './built.ts';
import { NODE } from './started.ts';

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
  'each plugin has a server that runs by itself, and says what the package says',
  async () => {
    const folder = await builtPlugins();
    const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
    const json = (file: string): object => JSON.parse(read(file)) as object;
    expect(readdirSync(folder).sort()).toEqual(['.claude-plugin', 'claude-code', 'gemini']);
    expect(json('.claude-plugin/marketplace.json')).toMatchObject({
      plugins: [{ name: 'mcp-pruner', source: './claude-code' }],
    });
    const { version } = packageJson;
    expect(json('claude-code/.claude-plugin/plugin.json')).toMatchObject({ name: 'mcp-pruner', version });
    expect(json('gemini/gemini-extension.json')).toMatchObject({ name: 'mcp-pruner', version });
    // Claude Code loads the tools at once, and the hooks use its name for the server.
    expect(json('claude-code/.mcp.json')).toMatchObject({ mcpServers: { pruner: { alwaysLoad: true } } });
    expect(read('claude-code/hooks/hooks.json').match(/"server": "[^"]+"/g)).toEqual(
      [1, 2, 3, 4].map(() => '"server": "plugin:mcp-pruner:pruner"'),
    );
    expect(read('claude-code/skills/ask-with-a-question/SKILL.md')).toContain(`${INSTRUCTIONS} ${KEPT}`);
    const [, ...parts] =
      /\$\{extensionPath\}([^"]+\.cjs)/.exec(read('gemini/hooks/hooks.json'))?.[1]?.split(/\$\{\/\}/) ?? [];
    expect(existsSync(path.join(folder, 'gemini', ...parts))).toBe(true);
    expect(parts).toEqual(['server', 'bin', 'hook.cjs']);
    expect(read('gemini/GEMINI.md')).toContain(instructionsFor('pruner'));

    const initialize = { method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {} } };
    for (const name of ['claude-code', 'gemini']) {
      const server = path.join(folder, name, 'server/index.js');
      const command = 'seq 1 400';
      const params = { name: 'bash', arguments: { command, context_focus_question: 'Where is 377?' } };
      const [first, second] = await answers(server, [initialize, { method: 'tools/call', params }]);
      expect(first).toMatchObject({ serverInfo: { version } });
      expect(JSON.stringify(second)).toContain('377');
    }
  },
  TIMEOUT,
);
