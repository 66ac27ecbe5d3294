import { expect, test } from 'vitest';
import type { SqlDatabase } from '../../../src/storage/sql-database.ts';
import { noticesBeforeListening } from '../../../worker/access/before-listening.ts';

const holding = (keys: number): SqlDatabase => ({
  dialect: 'sqlite',
  query: async () => ({ rows: Array.from({ length: keys }, () => ({ 1: 1 })), changes: 0 }),
  lookup: async () => ({ rows: [], changes: 0 }),
  report: async () => ({ rows: [], changes: 0 }),
  batch: async () => [],
  close: () => {},
});
const KEY = { PRUNER_ADMIN_KEY: 'the-administrators-secret-of-32-characters' };
const messages = async (...args: Parameters<typeof noticesBeforeListening>): Promise<readonly string[]> =>
  (await noticesBeforeListening(...args)).map((event) => ('message' in event ? event.message : ''));

test('with an administrator’s key and no storage it started, and nobody could make a key', async () => {
  await expect(noticesBeforeListening('127.0.0.1', KEY, undefined)).rejects.toThrow(
    'cannot use PRUNER_ADMIN_KEY: there is no storage for teams and keys',
  );
});

test('without either it answers on loopback and says what is missing', async () => {
  expect(await messages('localhost', {}, undefined)).toEqual([
    expect.stringMatching(/^no storage/),
    expect.stringMatching(/^no keys/),
  ]);
  expect(await messages('127.0.0.1', { PRUNER_ADMIN_KEY: '' }, holding(0))).toEqual([
    expect.stringMatching(/^no keys/),
  ]);
});

test('keys of either kind open it to a network, and none does not', async () => {
  expect(await messages('0.0.0.0', KEY, holding(0))).toEqual([]);
  expect(await messages('0.0.0.0', {}, holding(1))).toEqual([]);
  await expect(noticesBeforeListening('0.0.0.0', {}, holding(0))).rejects.toThrow(
    'cannot listen on "0.0.0.0" without keys',
  );
  await expect(noticesBeforeListening('127.999.1.1', {}, undefined)).rejects.toThrow(
    'cannot listen on "127.999.1.1" without keys',
  );
});
