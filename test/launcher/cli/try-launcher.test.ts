import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { tryLauncher } from '../../../launcher/cli/try-launcher.ts';
import { built } from '../../runtime/built.ts';
import { NODE } from '../../runtime/started.ts';

const options = {
  env: { PATH: process.env['PATH'], HOME: '/none', PRUNER_URL: 'embedded', MCP_PRUNER_OUTPUT: 'text' },
  version: '1.2.3',
  stop: new AbortController().signal,
};
const folders = (): string[] => readdirSync(tmpdir()).filter((name) => name.startsWith('mcp-pruner-try-'));

test('the real launcher is started, answers a question, and is counted', async () => {
  const before = folders();
  const tried = await tryLauncher({ command: NODE, args: [built('bin')], env: {} }, options);
  expect(tried).toMatchObject({ ok: true, engine: 'embedded', reason: undefined });
  if (!tried.ok) return;
  expect(tried.tokens.after).toBeLessThan(tried.tokens.before * 0.25);
  expect(tried.cost.names).toEqual(['read', 'bash', 'grep', 'artifact']);
  expect(tried.cost.tools).toBeGreaterThan(500);
  expect(tried.cost.instructions).toBeGreaterThan(50);
  expect(folders()).toEqual(before);
});

test('a program that is not there is told of', async () => {
  const tried = await tryLauncher({ command: `\${HOME}/none`, args: [], env: {} }, options);
  expect(tried).toEqual({ ok: false, why: expect.stringContaining('none') });
});
