import { expect, test } from 'vitest';
import type { SqlDatabase } from '../../../../src/storage/sql-database.ts';
import { SqlError } from '../../../../src/storage/sql-error.ts';
import { healthRoutes } from '../../../../worker/routes/docs/health-routes.ts';

let at = 0;
let fails = false;
let asked = 0;
let told = 0;
const database = {
  query: async () => {
    asked++;
    if (fails) throw new SqlError('full', 'secret');
    return { rows: [], changes: 0 };
  },
} as unknown as SqlDatabase;
const OPTIONS = {
  backend: 'embedded',
  database,
  needsStorage: true,
  isStopping: () => false,
  now: () => at,
  onStorageFailure: () => told++,
};
const answer = async (path: string, options: Partial<typeof OPTIONS> | { database: undefined } = {}) => {
  const got = await healthRoutes({ ...OPTIONS, ...options }).request(path);
  return [got.status, await got.json()];
};
const HEALTHY = { status: 'healthy', model_loaded: true, ok: true, backend: 'embedded' };

test('a worker that needs storage and has none was healthy', async () => {
  expect(await answer('/health', { database: undefined })).toEqual([
    200,
    { ...HEALTHY, status: 'degraded', storage: 'missing' },
  ]);
  expect(await answer('/ready', { database: undefined })).toEqual([503, { ready: false, storage: 'missing' }]);
});

test('one that needs none, or has it, is', async () => {
  for (const options of [{}, { database: undefined, needsStorage: false }]) {
    expect(await answer('/health', options)).toEqual([200, HEALTHY]);
  }
  expect(await answer('/ready', { database: undefined, needsStorage: false })).toEqual([
    200,
    { ready: true, storage: 'missing' },
  ]);
});

test('a probe learns of storage that fails and of an end to come, and asks the storage once a second', async () => {
  const routes = healthRoutes(OPTIONS);
  const probe = async () => (await routes.request('/ready')).status;
  asked = told = 0;
  expect([await probe(), await probe(), asked]).toEqual([200, 200, 1]);
  fails = true;
  at += 999;
  expect(await probe()).toBe(200);
  at += 1;
  expect([await probe(), await probe(), asked]).toEqual([503, 503, 2]);
  at += 1000;
  expect(await (await routes.request('/ready')).json()).toEqual({
    ...{ ready: false, storage: 'failing', cause: 'disk full' },
  });
  expect(told).toBe(1);
  fails = false;
  at += 1000;
  expect(await probe()).toBe(200);
  expect(await answer('/ready', { isStopping: () => true })).toEqual([503, { ready: false, storage: 'ok' }]);
});
