import { execFileSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Hono } from 'hono';
import { expect, type TestContext, test } from 'vitest';
import { mintApiKey } from '../../src/teams/keys/api-key.ts';
import type { WorkerContext } from '../../worker/http/worker-context.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/until.ts';
import { visit } from '../worker/dashboard/visitor.ts';
import { built } from './built.ts';
import { NODE, type Started, started } from './started.ts';

const ADMIN = 'the-administrators-secret-of-32-characters';
/** Every line answers the question, so the text does not fit into an answer. */
const TEXT = Array.from({ length: 900 }, (_, i) => `const retryDelay${i} = computeRetryDelay(attempt, ${i});`).join(
  '\n',
);

interface Bench extends Started {
  ask(method: string, at: string, body?: object): Promise<{ status: number; text: string }>;
  /** Calls a tool of `/mcp`, and resolves to its structured content. */
  call(name: string, args: object): Promise<Record<string, unknown>>;
  events(): readonly Record<string, unknown>[];
}

async function serve(folder: string): Promise<Bench> {
  const worker = await started(NODE, [built('bin'), 'serve', '--port', '0', '--data', folder], {
    PRUNER_ADMIN_KEY: ADMIN,
  });
  const ask: Bench['ask'] = async (method, at, body) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${ADMIN}` };
    const answer = await worker.door(at, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: answer.status, text: await answer.text() };
  };
  return {
    ...worker,
    ask,
    async call(name, args) {
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } };
      return JSON.parse((await ask('POST', '/mcp', message)).text).result.structuredContent;
    },
    events: () => [...worker.log().matchAll(/^\{.*\}$/gm)].map(([line]) => JSON.parse(line) as Record<string, unknown>),
  };
}

/** Mounts a disk of two megabytes. Undefined if this process may not mount one. */
function smallDisk({ onTestFinished }: TestContext): string | undefined {
  const folder = tempDir(onTestFinished);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', folder]));
  return folder;
}

function fill(file: string): void {
  const descriptor = openSync(file, 'w');
  try {
    for (let block = Buffer.alloc(4096); ; ) writeSync(descriptor, block);
  } catch {
    closeSync(descriptor);
  }
}

test('on a full disk nobody could sign in, /ready was ok, and what the ledger held was lost in silence', async (context) => {
  const disk = smallDisk(context);
  if (disk === undefined) return context.skip('this process may not mount a tmpfs');
  const worker = await serve(disk);
  const stored = await worker.call('prune_text', {
    text: TEXT,
    context_focus_question: 'where is the retry delay computed',
  });
  expect(stored).toHaveProperty('artifactRef');
  await until(async () => (JSON.parse((await worker.ask('GET', '/v1/usage')).text).rows.length > 0 ? true : undefined));
  fill(path.join(disk, 'filler'));

  const refused = await worker.ask('POST', '/v1/teams', { name: 'Blue' });
  expect([refused.status, JSON.parse(refused.text).detail]).toEqual([
    503,
    'The storage cannot be used right now: disk full',
  ]);
  const ready = await worker.ask('GET', '/ready');
  expect([ready.status, JSON.parse(ready.text)]).toEqual([
    503,
    { ready: false, storage: 'failing', cause: 'disk full' },
  ]);
  for (const read of ['/v1/teams', '/v1/keys', '/v1/usage', '/metrics', '/health']) {
    expect([read, (await worker.ask('GET', read)).status]).toEqual([read, 200]);
  }
  const read = await worker.call('artifact', { ref: stored['artifactRef'], start_line: 8, end_line: 8 });
  expect(JSON.stringify(read)).toContain('const retryDelay7 =');
  expect((await worker.ask('POST', '/prune', { query: 'why', code: 'a\n' })).status).toBe(200);
  const request = (url: string, init: RequestInit) => fetch(url, { ...init, redirect: 'manual' });
  const visitor = visit({ request } as unknown as Hono<WorkerContext>, worker.url);
  const signIn = '/dashboard/sign-in';
  expect((await visitor.send(signIn, signIn, { key: ADMIN })).location).toBe('/dashboard');
  expect((await visitor.get('/dashboard')).status).toBe(200);

  expect(await worker.stop()).toBe(0);
  const events = worker.events();
  expect(events).toContainEqual(expect.objectContaining({ event: 'ledger_unwritten', records: 2 }));
  expect(events).toContainEqual(
    expect.objectContaining({ event: 'storage_failed', error: 'SqlError: full (disk full)' }),
  );
  expect(worker.log()).not.toMatch(/^\s+at /m);
});

test('a database that is damaged while the worker runs is said to be damaged', async ({ onTestFinished }) => {
  const folder = tempDir(onTestFinished);
  const worker = await serve(folder);
  const file = path.join(folder, 'worker.sqlite');
  const database = new DatabaseSync(file);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  writeFileSync(file, readFileSync(file).fill(0xff, 100));
  const { id } = await mintApiKey();
  const refused = await worker.ask('DELETE', `/v1/keys/${id}`);
  expect([refused.status, JSON.parse(refused.text).detail]).toEqual([
    503,
    'The storage cannot be used right now: the database is damaged',
  ]);
  expect(JSON.parse((await worker.ask('GET', '/ready')).text)).toMatchObject({ cause: 'the database is damaged' });
  expect(await worker.stop()).toBe(0);
  expect(worker.events()).toContainEqual(
    expect.objectContaining({ event: 'storage_failed', error: 'SqlError: damaged (the database is damaged)' }),
  );
});

test.each([
  ['removed', (folder: string) => rmSync(folder, { recursive: true })],
  ['moved', (folder: string) => renameSync(folder, `${folder}-old`)],
])('a worker whose data folder was %s stored into nowhere, and said it was ready', async (_, lose) => {
  const folder = path.join(tempDir(), 'data');
  const worker = await serve(folder);
  expect((await worker.ask('GET', '/ready')).status).toBe(200);
  lose(folder);
  const cause = 'the database file is gone';
  const refused = await worker.ask('POST', '/v1/teams', { name: 'Blue' });
  expect([refused.status, JSON.parse(refused.text).detail]).toEqual([
    503,
    `The storage cannot be used right now: ${cause}`,
  ]);
  expect(
    JSON.parse(
      await until(async () => {
        const { status, text } = await worker.ask('GET', '/ready');
        return status === 503 ? text : undefined;
      }),
    ),
  ).toMatchObject({ cause });
  expect((await worker.ask('POST', '/prune', { query: 'why', code: 'a\n' })).status).toBe(200);
  expect(await worker.stop()).toBe(0);
  expect(worker.events()).toContainEqual(expect.objectContaining({ event: 'ledger_unwritten', records: 1 }));
  expect(worker.log()).toContain(`SqlError: gone (${cause})`);
});
