import { expect, test } from 'vitest';
import type { StorageState } from '../../../../worker/ledger/storage-watch.ts';
import { type HealthDeps, healthRoutes } from '../../../../worker/routes/docs/health-routes.ts';

let state: StorageState = { storage: 'ok' };
const OPTIONS: HealthDeps = {
  backend: 'embedded',
  watch: { check: async () => state },
  needsStorage: true,
  isStopping: () => false,
};
const answer = async (path: string, options: Partial<HealthDeps> = {}) => {
  const got = await healthRoutes({ ...OPTIONS, ...options }).request(path);
  return [got.status, await got.json()];
};
const HEALTHY = { status: 'healthy', model_loaded: true, ok: true, backend: 'embedded' };

test('a worker that needs storage and has none was healthy', async () => {
  expect(await answer('/health', { watch: undefined })).toEqual([
    200,
    { ...HEALTHY, status: 'degraded', storage: 'missing' },
  ]);
  expect(await answer('/ready', { watch: undefined })).toEqual([503, { ready: false, storage: 'missing' }]);
});

test('one that needs none, or has it, is', async () => {
  for (const options of [{}, { watch: undefined, needsStorage: false }]) {
    expect(await answer('/health', options)).toEqual([200, HEALTHY]);
  }
  expect(await answer('/ready', { watch: undefined, needsStorage: false })).toEqual([
    200,
    { ready: true, storage: 'missing' },
  ]);
});

test('a probe learns of storage that fails and of an end to come', async () => {
  expect(await answer('/ready')).toEqual([200, { ready: true, storage: 'ok' }]);
  expect(await answer('/ready', { isStopping: () => true })).toEqual([503, { ready: false, storage: 'ok' }]);
  state = { storage: 'failing', cause: 'disk full' };
  expect(await answer('/ready')).toEqual([503, { ready: false, storage: 'failing', cause: 'disk full' }]);
});
