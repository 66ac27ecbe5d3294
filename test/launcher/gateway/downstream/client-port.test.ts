import { expect, test } from 'vitest';
import { createClientPort } from '../../../../launcher/gateway/downstream/client-port.ts';

test('a log message that no client can read is not handed on', () => {
  const told: unknown[] = [];
  const session = {
    notify: (_method: string, params?: object) => void told.push(params),
    request: () => Promise.reject(new Error('unused')),
  };
  const port = createClientPort({ session, capabilities: {}, prefix: true, onUpdated: () => {} });
  for (const params of [{}, { level: 'loud', data: 1 }, { level: 'info' }, { level: 'info', data: null }]) {
    port.notified('s', 'notifications/message', params);
  }
  expect(told).toEqual([{ level: 'info', data: null, logger: 's' }]);
});
