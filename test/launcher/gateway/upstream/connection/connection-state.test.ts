import { expect, test } from 'vitest';
import { startConnectionLife } from '../../../../../launcher/gateway/upstream/connection/connection-state.ts';
import type { ConnectionState } from '../../../../../launcher/gateway/upstream/connection/server-connection.ts';

const STATES: readonly ConnectionState[] = [
  'disconnected',
  'connecting',
  'connected',
  'reconnecting',
  'failed',
  'disabled',
];

test('the table of steps', () => {
  const steps = STATES.map((from) => {
    const open = STATES.filter((to) => {
      try {
        startConnectionLife(from, () => {}).enter(to);
        return true;
      } catch {
        return false;
      }
    });
    return `${from}: ${open.join(' ')}`;
  });
  expect(steps).toEqual([
    'disconnected: connecting',
    'connecting: disconnected connected reconnecting failed',
    'connected: disconnected reconnecting failed',
    'reconnecting: disconnected connecting',
    'failed: disconnected connecting',
    'disabled: ',
  ]);
});

test('each step is told', () => {
  let told = 0;
  const life = startConnectionLife('disconnected', () => told++);
  life.enter('connecting');
  life.enter('connected');
  expect([life.state, told]).toEqual(['connected', 2]);
});
