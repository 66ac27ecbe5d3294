import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createFileArtifactStore } from '../../../launcher/platform/artifacts/file-artifact-store.ts';
import { QUESTION, TEXT } from '../../contract/pruner.ts';
import { ROOT } from '../../runtime/started.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { run, start } from './built-command.ts';

test('--version prints the version of package.json, for every command', async () => {
  const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { version: string };
  for (const args of [['--version'], ['-V'], ['prune', '--version'], ['serve', '-V']]) {
    expect(await run(args)).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  }
});

test('--help lists commands, options and environment', async () => {
  const { code, stdout } = await run(['--help']);
  expect(code).toBe(0);
  for (const name of ['mcp-pruner prune', 'mcp-pruner serve', 'PRUNER_URL', 'MCP_PRUNER_OUTPUT', 'Exit codes']) {
    expect(stdout).toContain(name);
  }
  expect((await run(['prune', '-h'])).stdout).toContain('-q, --question QUESTION');
});

test.each([
  [['prun'], 'cannot run "prun": expected one of '],
  [['--verbose'], "Unknown option '--verbose'"],
  [['prune', 'a'], 'cannot prune: expected a question'],
  [['prune', '-q', 'x', 'a', 'b'], 'cannot use "b"'],
  [['prune', '-q', 'x', '--ratio', '2'], 'cannot use --ratio "2": expected a number above 0 and up to 1'],
  [['prune', '-q', 'x', '--max-tokens', '1.5'], 'cannot use --max-tokens "1.5"'],
  [['prune', '-q', 'x', '--threshold', ''], 'cannot use --threshold ""'],
  [['serve', '--port', '70000'], 'cannot use --port "70000"'],
])('%j is a usage error', async (args, message) => {
  const { code, stdout, stderr } = await run(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  expect(stderr).toContain(message);
});

test('stats tells what is stored', async () => {
  const cwd = tempDir();
  const empty = await run(['stats'], { cwd });
  expect(empty).toMatchObject({ code: 0, stderr: '' });
  expect(empty.stdout).toContain(
    `Artifacts in ${path.join(cwd, '.mcp-pruner', 'artifacts')}\n  0 kept, 0 bytes of 100.0 MiB;`,
  );
  const store = createFileArtifactStore({ folder: path.join(cwd, 'home', 'artifacts') });
  await store.put({ domain: 'read', mimeType: 'text/plain', body: TEXT });
  const { code, stdout } = await run(['stats', '--json'], { cwd, env: { MCP_PRUNER_HOME: 'home' } });
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ artifacts: { artifacts: 1, bytes: TEXT.length } });
});

test('stats says why it cannot tell', async () => {
  const cwd = tempDir();
  writeFileSync(path.join(cwd, 'home'), 'a file');
  const { code, stderr } = await run(['stats'], { cwd, env: { MCP_PRUNER_HOME: 'home' } });
  expect(code).toBe(1);
  expect(stderr).toContain(`mcp-pruner: cannot list the artifacts in "${path.join(cwd, 'home')}": `);
});

test('serve answers /prune on loopback, makes its folder private, and SIGTERM ends it with exit code 0', async () => {
  const cwd = tempDir();
  const child = start(['serve', '--port', '0', '--data', 'store'], cwd);
  const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
  const url = await new Promise<string>((resolve) =>
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString().trim())),
  );
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/prune$/);
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: QUESTION, code: TEXT }),
  });
  expect(await answer.json()).toMatchObject({ pruned_code: expect.stringContaining('closeSocket21') });
  expect(statSync(path.join(cwd, 'store')).mode & 0o777).toBe(0o700);
  process.kill(child.pid as number, 'SIGTERM');
  expect(await closed).toBe(0);
});

test('serve says why it cannot start', async () => {
  const cwd = tempDir();
  writeFileSync(path.join(cwd, 'file'), '');
  mkdirSync(path.join(cwd, 'dir'));
  const { code, stderr } = await run(['serve', '--port', '0', '--data', 'file'], { cwd });
  expect(code).toBe(1);
  const where = `127.0.0.1 port 0 with data in "${path.join(cwd, 'file')}"`;
  expect(stderr).toBe(`mcp-pruner: cannot serve on ${where}: a file of that name exists\n`);
});

test('serve goes beyond loopback with a key only, and names no secret', async () => {
  const serve = ['serve', '--host', '0.0.0.0', '--port', '0', '--data', 'store'];
  const refused = await run(serve);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('cannot listen on "0.0.0.0" without keys: set PRUNER_ADMIN_KEY');
  const short = await run(serve, { env: { PRUNER_ADMIN_KEY: 'short' } });
  expect(short.code).toBe(1);
  expect(short.stderr).toContain('cannot use PRUNER_ADMIN_KEY: expected 32 to 512');
  expect(short.stderr).not.toContain('"short"');
});
