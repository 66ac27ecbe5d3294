import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { runCli } from '../../../../launcher/cli/run-cli.ts';
import { appendLog, logFile } from '../../../../launcher/gateway/logs/log-file.ts';
import { NODE } from '../../../runtime/started.ts';
import { startGateway } from '../../../support/gateway.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';
import { runInProcess } from '../run-in-process.ts';

const SECRET = 'hunter2-hunter2';
const logs = (home: string, ...args: string[]) =>
  runInProcess(['mcp', 'logs', ...args], { cwd: home, env: { MCP_PRUNER_HOME: home } });

test('what a server printed before it died is there afterwards, without its secrets', async () => {
  const script = `console.error('no database for ' + process.env.TOKEN); process.stderr.write('\\u001b[2Jlast words'); process.exit(3)`;
  const { home, events, gateway } = await startGateway({
    s: { command: NODE, args: ['-e', script], env: { TOKEN: SECRET }, autoReconnect: false },
  });
  await until(async () => events.find(({ event }) => event === 'gateway.connect_failed'));
  await gateway.close();
  const { code, stdout } = await logs(home, 's');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\S+Z \d+ stderr no database for \[redacted\]$/m);
  expect(stdout).toContain('stderr \\u001b[2Jlast words');
  expect(stdout).toMatch(/ warn gateway\.connect_failed \{/);
  expect(stdout).not.toContain(SECRET);
  const last = await logs(home, 's', '--lines', '1');
  expect(last.stdout).toBe(stdout.split('\n').slice(-2).join('\n'));
});

test('a server without a log, and one that is not configured, are told apart', async () => {
  const home = tempDir();
  writeFileSync(path.join(home, 'mcp-config.json'), '{"mcpServers":{"s":{"command":"x"}}}', { mode: 0o600 });
  expect(await logs(home, 's')).toEqual({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining('no agent has used it'),
  });
  expect(await logs(home, 'none')).toMatchObject({ code: 1, stderr: expect.stringContaining('expected one of "s"') });
  expect((await logs(home, 's', '--lines', 'many')).stderr).toContain('cannot use --lines "many": expected');
});

test('--follow goes on with what comes, and ends when it is stopped', async () => {
  const home = tempDir();
  const file = logFile(home, 's');
  appendLog(file, 'one\ntwo\n');
  const stop = new AbortController();
  const streams = () => Object.assign(new PassThrough(), { isTTY: false }) as unknown as NodeJS.WriteStream;
  const stdout = streams();
  let shown = '';
  stdout.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  const env = { HOME: home, MCP_PRUNER_HOME: home };
  const stdin = streams() as unknown as NodeJS.ReadStream;
  const context = { env, cwd: home, stdin, stdout, stderr: streams(), version: '1', now: Date.now, stop: stop.signal };
  const ran = runCli(['mcp', 'logs', 's', '--follow', '--lines', '1'], context);
  await until(async () => (shown === 'two\n' ? true : undefined));
  appendLog(file, 'three\n');
  await until(async () => (shown === 'two\nthree\n' ? true : undefined));
  stop.abort();
  expect(await ran).toBe(0);
});
