import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGES } from '../../suites/suites.ts';
import { NODE, ROOT } from '../installed.ts';

/**
 * Makes the folder that the tasks are about. It has files of packages that the lock file pins, a test suite with one
 * failure, a program with type errors, and a log of the launcher. All its texts were written by real programs.
 */
export async function makeTaskProject(folder: string): Promise<void> {
  const copy = (from: string, to: string): void => cpSync(from, path.join(folder, to), { dereference: true });
  copy(`${ROOT}node_modules/zod/src/v4/core/checks.ts`, 'checks.ts');
  copy(`${ROOT}node_modules/hono/package.json`, 'hono.json');
  copy(`${PACKAGES}/miniflare/README.md`, 'miniflare.md');
  cpSync(`${ROOT}node_modules/hono/dist`, path.join(folder, 'hono'), {
    recursive: true,
    dereference: true,
    filter: (file) => !/[\\/](?:cjs|types)$/.test(file),
  });
  writePackages(folder);
  writeTests(folder);
  writeTypeErrors(folder);
  await writeLog(folder);
}

const UNITS = ['second', 'minute', 'hour', 'day', 'week'];
const SECONDS = [1, 60, 3600, 86_400, 604_800];

/** Writes seventy tests of a small module with one bug: a week has six days. */
function writeTests(folder: string): void {
  mkdirSync(path.join(folder, 'duration'), { recursive: true });
  const table = UNITS.map((unit, at) => `  ${unit}: ${unit === 'week' ? 6 * 86_400 : SECONDS[at]},`).join('\n');
  writeFileSync(
    path.join(folder, 'duration/duration.mjs'),
    `const SECONDS = {\n${table}\n};\n\n/** Seconds in so many units. */\nexport function toSeconds(count, unit) {\n  return count * SECONDS[unit];\n}\n`,
  );
  const tests = UNITS.flatMap((unit, at) =>
    Array.from({ length: unit === 'week' ? 1 : 17 }, (_, count) => {
      return `  it('turns ${count + 1} ${unit}s into seconds', () => {\n    assert.equal(toSeconds(${count + 1}, '${unit}'), ${(count + 1) * (SECONDS[at] ?? 0)});\n  });`;
    }),
  );
  writeFileSync(
    path.join(folder, 'duration/duration.test.mjs'),
    `import assert from 'node:assert/strict';\nimport { describe, it } from 'node:test';\nimport { toSeconds } from './duration.mjs';\n\ndescribe('durations', () => {\n${tests.join('\n')}\n});\n`,
  );
}

/** Writes an application of forty packages, all on disk. One requires a version of Node that does not exist. */
function writePackages(folder: string): void {
  const names = Array.from({ length: 40 }, (_, at) => `part-${at + 1}`);
  const write = (name: string, more: object): void => {
    mkdirSync(path.join(folder, 'app', name), { recursive: true });
    writeFileSync(path.join(folder, 'app', name, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...more }));
  };
  for (const name of names) write(name, name === 'part-17' ? { engines: { node: '>=99' } } : {});
  const dependencies = Object.fromEntries(names.map((name) => [name, `file:./${name}`]));
  writeFileSync(path.join(folder, 'app/package.json'), JSON.stringify({ name: 'app', version: '1.0.0', dependencies }));
}

/** Writes forty modules that misuse a changed type, one of them differently from the others. */
function writeTypeErrors(folder: string): void {
  mkdirSync(path.join(folder, 'shop'), { recursive: true });
  writeFileSync(
    path.join(folder, 'shop/order.ts'),
    'export interface Order {\n  readonly id: string;\n  readonly total: bigint;\n  readonly customer: { readonly mail: string } | undefined;\n}\n',
  );
  for (let at = 1; at <= 40; at++) {
    const body =
      at === 23
        ? '  return order.customer.mail;'
        : `  const sum: number = order.total;\n  return \`\${order.id}: \${sum}\`;`;
    writeFileSync(
      path.join(folder, `shop/report-${String(at).padStart(2, '0')}.ts`),
      `import type { Order } from './order.ts';\n\nexport function report${at}(order: Order): string {\n${body}\n}\n`,
    );
  }
}

/** Writes the events of a session of forty calls, one of which times out. */
async function writeLog(folder: string): Promise<void> {
  const launcher = spawn(NODE, [`${ROOT}dist/index.js`], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      MCP_PRUNER_LOG: 'info',
      MCP_PRUNER_LEDGER: 'off',
      PRUNER_URL: 'embedded',
    },
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const events: Buffer[] = [];
  launcher.stderr.on('data', (chunk: Buffer) => events.push(chunk));
  const ask = (id: number, method: string, params: object): void =>
    void launcher.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  ask(0, 'initialize', { protocolVersion: '2025-11-25', capabilities: {} });
  for (let id = 1; id <= 40; id++) {
    const args = id === 20 ? { command: 'tail -f /dev/null', timeout_ms: 100 } : { command: `echo ${id}` };
    ask(
      id,
      'tools/call',
      id % 2 === 0 ? { name: 'bash', arguments: args } : { name: 'read', arguments: { file_path: 'hono.json' } },
    );
  }
  launcher.stdin.end();
  await once(launcher, 'close');
  writeFileSync(path.join(folder, 'events.log'), Buffer.concat(events));
}

/** Counts the lines of a file of the project. */
export function lineCount(folder: string, file: string): number {
  return readFileSync(path.join(folder, file), 'utf8').split('\n').length - 1;
}
