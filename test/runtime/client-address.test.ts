import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { createClientAddress } from '../../worker/runtime/client-address.ts';

const address = createClientAddress(['10.0.0.0/8', '192.0.2.9', '2001:db8:aa::/48']);
const from = (remoteAddress: string | undefined, headers: IncomingHttpHeaders = {}): string | undefined =>
  address({ socket: { remoteAddress }, headers } as IncomingMessage);
const forwardedFor = (remote: string, said: string): string | undefined => from(remote, { 'x-forwarded-for': said });

test('a proxy that is not trusted is believed in nothing', () => {
  for (const remote of ['203.0.113.7', '192.0.2.8', '11.0.0.1', '2001:db8:ab::1', '::ffff:203.0.113.7']) {
    expect(forwardedFor(remote, '198.51.100.1')).toBe(remote);
    expect(from(remote, { forwarded: 'for=198.51.100.1' })).toBe(remote);
  }
});

test.each(['10.1.2.3', '::ffff:10.1.2.3', '192.0.2.9', '2001:db8:aa::1', '127.0.0.1', '::ffff:127.0.0.1', '::1'])(
  'behind the proxy %s everybody shared its address',
  (proxy) => {
    expect(forwardedFor(proxy, '198.51.100.1')).toBe('198.51.100.1');
    expect(forwardedFor(proxy, 'forged, 198.51.100.1, 10.9.9.9 ,192.0.2.9')).toBe('198.51.100.1');
    expect(forwardedFor(proxy, 'forged ,2001:db8::1 ')).toBe('2001:db8::1');
  },
);

test.each([
  ['198.51.100.1:4711', '198.51.100.1'],
  ['[2001:db8::1]:4711', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['198.51.100.1, [2001:db8:aa::7]:443', '198.51.100.1'],
  ['unknown', 'unknown'],
  ['x'.repeat(1000), 'x'.repeat(64)],
])('the entry %s of X-Forwarded-For', (said, expected) => {
  expect(forwardedFor('10.0.0.1', said)).toBe(expected);
});

test.each([
  ['for=198.51.100.1', '198.51.100.1'],
  ['For="[2001:db8:cafe::17]:4711";proto=https', '2001:db8:cafe::17'],
  ['for=forged, for=198.51.100.1;by=10.0.0.1;host="a;b", proto=https; for = 10.2.2.2', '198.51.100.1'],
  ['for=_hidden', '_hidden'],
  ['for=198.51.100.1, proto="x, for=203.0.113.6"', '198.51.100.1'],
  ['for="forged, for=198.51.100.1', '198.51.100.1'],
])('Forwarded: %s', (forwarded, expected) => {
  expect(from('10.0.0.1', { forwarded })).toBe(expected);
  // A proxy that writes only one of the two headers forwards the other as the client sent it.
  expect(from('10.0.0.1', { forwarded, 'x-forwarded-for': '203.0.113.1' })).toBe('203.0.113.1');
});

test('where nobody but proxies took part it is the first of them', () => {
  expect([from('10.0.0.1'), forwardedFor('10.0.0.1', ' , '), forwardedFor('::1', '10.0.0.1')]).toEqual([
    '10.0.0.1',
    '10.0.0.1',
    '10.0.0.1',
  ]);
  expect(from(undefined, { 'x-forwarded-for': '198.51.100.1' })).toBeUndefined();
});
