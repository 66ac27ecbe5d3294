import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { built } from '../runtime/built.ts';
import { started } from '../runtime/started.ts';
import { tempDir } from '../support/temp-dir.ts';
import { installed, NODE, ROOT } from './installed.ts';
import { ASKED, expectPrunedText } from './question.ts';

interface Called {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
}

const run = promisify(execFile);

/** Runs MCP Inspector's command line on the built server; rejects if the exit code is not 0. */
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
  expect(tools.map(({ name }) => name).sort()).toEqual(['artifact', 'bash', 'grep', 'read']);
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
    matches: [{ path: 'launcher/tools/calls/own-tool.ts', column: 1 }],
  });
});

test('MCP Inspector calls prune_text of the worker over HTTP, with a key', async () => {
  const data = tempDir();
  const key = 'the-administrators-secret-of-32-characters';
  const worker = await started(NODE, [built('bin'), 'serve', '--port', '0', '--data', data], { PRUNER_ADMIN_KEY: key });
  try {
    const cli = installed('@modelcontextprotocol/inspector/clients/launcher/build/index.js');
    const question = 'context_focus_question=where is two';
    const call = [
      '--method',
      'tools/call',
      '--tool-name',
      'prune_text',
      '--tool-arg',
      'text=one',
      '--tool-arg',
      question,
    ];
    const header = ['--transport', 'http', '--header', `Authorization: Bearer ${key}`];
    const { stdout } = await run(NODE, [cli, '--cli', `${worker.url}/mcp`, ...header, ...call], { cwd: ROOT });
    expect(JSON.parse(stdout)).toMatchObject({ structuredContent: { text: 'one', changed: false } });
  } finally {
    await worker.stop();
  }
});
