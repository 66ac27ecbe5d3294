import { expect, test } from 'vitest';
import { CLIENT_IDLE_MS, createClientTable, MAX_CLIENTS } from '../../../../launcher/server/http/client-table.ts';
import { manualTimers } from '../../../support/manual-timers.ts';

function newTable() {
  const timers = manualTimers();
  const idle: string[] = [];
  return { timers, idle, table: createClientTable<string>(timers, (client) => void idle.push(client)) };
}

test('a client is taken out once it was idle for 30 minutes, counted from the last that was open', () => {
  const { timers, idle, table } = newTable();
  table.add('a', 'A');
  timers.advance(CLIENT_IDLE_MS - 1);
  const [one, other] = [table.hold('a', 'request'), table.hold('a', 'request')];
  timers.advance(CLIENT_IDLE_MS);
  one();
  timers.advance(CLIENT_IDLE_MS);
  expect(table.get('a')).toBe('A');
  other();
  timers.advance(CLIENT_IDLE_MS - 1);
  expect(idle).toEqual([]);
  timers.advance(1);
  expect(idle).toEqual(['A']);
  expect(table.get('a')).toBeUndefined();
});

test('one that is taken out is idle no more, also if something of it was open', () => {
  const { timers, idle, table } = newTable();
  table.add('a', 'A');
  const release = table.hold('a', 'request');
  expect(table.delete('a')).toBe('A');
  release();
  table.hold('a', 'request')();
  timers.advance(CLIENT_IDLE_MS);
  expect(idle).toEqual([]);
});

test('there is room for so many; of more the one that has been idle longest goes', () => {
  const { table, timers, idle } = newTable();
  for (let i = 0; i < MAX_CLIENTS; i++) table.add(String(i), String(i));
  timers.advance(1);
  const releases = Array.from({ length: MAX_CLIENTS }, (_, i) => table.hold(String(i), 'request'));
  expect(table.makeRoom()).toBe(false);
  releases[7]?.();
  timers.advance(1);
  releases[3]?.();
  expect(table.makeRoom()).toBe(true);
  expect(idle).toEqual(['7']);
  expect(table.makeRoom()).toBe(true);
  expect(table.values()).toHaveLength(MAX_CLIENTS - 1);
});

test('a stream keeps its client from being idle, and gives way to another client', () => {
  const { table, timers, idle } = newTable();
  for (let i = 0; i < MAX_CLIENTS; i++) table.add(String(i), String(i));
  for (let i = 1; i < MAX_CLIENTS; i++) table.hold(String(i), 'stream');
  expect([table.makeRoom(), idle]).toEqual([true, ['0']]);
  table.add('0', '0');
  table.hold('0', 'request');
  timers.advance(CLIENT_IDLE_MS);
  expect(idle).toEqual(['0']);
  expect([table.makeRoom(), idle]).toEqual([true, ['0', '1']]);
});
