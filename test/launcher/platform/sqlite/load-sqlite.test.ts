import { expect, test } from 'vitest';
import { hasSqlite, loadSqlite } from '../../../../launcher/platform/sqlite/load-sqlite.ts';

test.each([
  ['20.20.2', undefined, false],
  ['22.12.0', '3.47.1', false],
  ['22.13.0', '3.47.2', true],
  ['24.0.0', '3.49.1', true],
  ['24.0.0', undefined, false],
  ['100.1.0', '4.0.0', true],
])('Node %s with SQLite %s: %s', (node, sqlite, has) => {
  expect(hasSqlite({ node, ...(sqlite !== undefined && { sqlite }) }, ['--no-warnings'])).toBe(has);
});

test('a Node that was told to do without has none', () => {
  expect(hasSqlite({ node: '24.0.0', sqlite: '3.49.1' }, ['--no-experimental-sqlite'])).toBe(false);
});

test('this runtime has it, and loads it', async () => {
  expect(hasSqlite()).toBe(true);
  expect((await loadSqlite()).DatabaseSync).toBeTypeOf('function');
});
