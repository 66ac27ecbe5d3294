import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { installed, NODE, ROOT } from './installed.ts';
import { ASKED, expectPrunedText } from './question.ts';

interface Called {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
}

const run = promisify(execFile);

/** MCP Inspector's command line over the built server; rejects where it exits with another code than 0. */
async function inspect<T>(method: string, options: readonly string[] = []): Promise<T> {
  const cli = installed('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  const args = [cli, '--cli', NODE, 'dist/index.js', '--method', method, ...options];
  const env = { PATH: process.env['PATH'], HOME: tempDir(), PRUNER_URL: 'embedded' };
  const { stdout } = await run(NODE, [...args, '-e', 'PRUNER_URL=embedded'], { cwd: ROOT, env });
  return JSON.parse(stdout) as T;
}

function call(tool: string, input: Readonly<Record<string, string | number | boolean>>): Promise<Called> {
  const pairs = Object.entries(input).flatMap(([name, value]) => ['--tool-arg', `${name}=${value}`]);
  return inspect<Called>('tools/call', ['--tool-name', tool, ...pairs]);
}

test('MCP Inspector lists all tools, and has no error to tell of their schemas', async () => {
  const { tools } = await inspect<{ tools: readonly { readonly name: string }[] }>('tools/list', ['--strict']);
  expect(tools.map(({ name }) => name).sort()).toEqual(['bash', 'grep', 'read']);
});

test('MCP Inspector calls read with a question', async () => {
  const { content, structuredContent } = await call('read', ASKED);
  expect(structuredContent).toMatchObject({ tool: 'read', pruning: { applied: true, engine: 'embedded' } });
  expectPrunedText(content[0]?.text);
});

test('MCP Inspector calls bash', async () => {
  const { structuredContent } = await call('bash', { command: 'echo out; echo err >&2' });
  expect(structuredContent).toMatchObject({ tool: 'bash', exit_code: 0, stdout: 'out\n', stderr: 'err\n' });
});

test('MCP Inspector calls grep', async () => {
  const pattern = 'function progressReporter(';
  const { structuredContent } = await call('grep', { pattern, path: 'launcher', fixed_string: true });
  expect(structuredContent).toMatchObject({
    tool: 'grep',
    match_count: 1,
    matches: [{ path: 'launcher/server/call-tool.ts', column: 1 }],
  });
});
