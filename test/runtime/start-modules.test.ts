import { spawn } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { built } from './built.ts';
import { NODE } from './started.ts';

/** Code that lists Node's loaded modules on stderr when the first line goes to stdout. */
const WATCH = `
const { write } = process.stdout;
process.stdout.write = (...args) => {
  const loaded = process.moduleLoadList.flatMap((one) => /^NativeModule ([a-z_]+|internal.crypto.webcrypto)$/.exec(one)?.[1] ?? []);
  process.stderr.write('LOADED ' + loaded.join(' ') + '\\n');
  process.stdout.write = write;
  return write.apply(process.stdout, args);
};
`;

/** Modules that each take a millisecond or more to load. `crypto` takes a tenth of the start. */
const HEAVY = [
  ...['child_process', 'crypto', 'http', 'internal/crypto/webcrypto', 'module'],
  ...['sqlite', 'tls', 'v8', 'worker_threads', 'zlib'],
];
/** Max bytes of code that a start reads, of about 0.2 ms a kilobyte. */
const MAX_READ = 76_000;

test('a start reads the code that it runs', () => {
  expect(statSync(built('bin')).size).toBeLessThan(MAX_READ);
});

test('a start loads none of Node’s heavy modules before it answers initialize', async () => {
  const home = tempDir();
  const watch = path.join(home, 'watch.cjs');
  writeFileSync(watch, WATCH);
  const env = { PATH: process.env['PATH'], MCP_PRUNER_HOME: home, MCP_PRUNER_LOG: 'error' };
  const child = spawn(NODE, ['--require', watch, built('bin')], { env, stdio: ['pipe', 'pipe', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  child.stdout.once('data', () => child.stdin.end());
  const clientInfo = { name: 'tester', version: '2.1.330' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })}\n`);
  await new Promise((resolve) => child.once('close', resolve));
  const loaded = /LOADED (.*)/.exec(stderr)?.[1]?.split(' ') ?? [];
  expect(loaded).toContain('net');
  expect(loaded.filter((name) => HEAVY.includes(name))).toEqual([]);
}, 30_000);
