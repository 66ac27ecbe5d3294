import { expect, test } from 'vitest';
import { isLoopbackHost } from '../../../worker/http/loopback-host.ts';

test.each([
  ...['localhost', 'LOCALHOST', '127.0.0.1', '127.255.255.255', '127.0.10.199', '127.200.249.250', '::1', '[::1]'],
])('%s is this machine', (host) => {
  expect(isLoopbackHost(host)).toBe(true);
});

test.each([
  ...['', 'localhost.example.org', 'xlocalhost', 'example.org', '0.0.0.0', '::', '::2', '[::1', '::1]', '[::]'],
  ...['127.0.0', '127.0.0.1.1', '127.0.0.', '127.0.0.256', '127.999.1.1', '127.0.0.01', '127.300.0.1', '127.0.0.260'],
  ...['128.0.0.1', '12.0.0.1', '1127.0.0.1', '127x0.0.1', '127.0.0.1 ', '127.0.0.1\n', '127.0.0.x', '10.0.0.1'],
])('%j is not', (host) => {
  expect(isLoopbackHost(host)).toBe(false);
});
