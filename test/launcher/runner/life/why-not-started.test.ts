import { expect, test } from 'vitest';
import { whyNotStarted } from '../../../../launcher/runner/life/why-not-started.ts';
import type { McpServers } from '../../../../launcher/runner/provider-run-options.ts';
import { built } from '../../../runtime/built.ts';
import { NODE } from '../../../runtime/started.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { heldTimers } from '../../platform/process/held-timers.ts';

const scripted = (script: string): McpServers => ({ pruner: { command: NODE, args: ['-e', script] } });

async function why(servers: McpServers, signal = new AbortController().signal): Promise<string | undefined> {
  // The timeout never fires, so a slow machine has enough time.
  return await whyNotStarted(servers, { cwd: tempDir(), env: process.env, signal, timers: heldTimers(5000) });
}

test('the last lines of a server that ends are told', async () => {
  const said = await why(scripted("for (let i = 0; i < 99; i++) console.error('line', i); process.exit(3)"));
  expect(said).toBe('line 94\nline 95\nline 96\nline 97\nline 98');
});

test('so is why one cannot be started', async () => {
  expect(await why({ pruner: { command: '/no/such/command' } })).toBe('spawn /no/such/command ENOENT');
});

test('a server that cannot be tried is told, one that ends without a word is not', async () => {
  expect(await why({ pruner: { command: NODE, args: ['a\0b'] } })).toContain('null bytes');
  expect(await why(scripted('process.exit(1)'))).toBeUndefined();
});

test('nothing is told of a server that answers, or that is cancelled', async () => {
  const server = { command: NODE, args: [built('bin')], env: { PRUNER_URL: 'embedded', MCP_PRUNER_HOME: tempDir() } };
  expect(await why({ pruner: server })).toBeUndefined();
  const cancel = new AbortController();
  const told = why(scripted('setInterval(() => {}, 1000)'), cancel.signal);
  cancel.abort();
  expect(await told).toBeUndefined();
});

test('a server that says nothing is given up', async () => {
  const timers = heldTimers(5000);
  const by = { cwd: tempDir(), env: process.env, signal: new AbortController().signal, timers };
  const told = whyNotStarted(scripted('setInterval(() => {}, 1000)'), by);
  timers.ring(5000);
  expect(await told).toBeUndefined();
});

test('the server’s own words about a variable that it refuses', async () => {
  const env = { PRUNER_TIMEOUT_MS: 'soon', MCP_PRUNER_HOME: tempDir() };
  expect(await why({ pruner: { command: NODE, args: [built('bin')], env } })).toContain('cannot use PRUNER_TIMEOUT_MS');
});
