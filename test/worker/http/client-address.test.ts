import { expect, test } from 'vitest';
import { clientAddress } from '../../../worker/http/client-address.ts';

const from = (remote: string | undefined, forwarded?: string): string | undefined =>
  clientAddress({
    env: remote === undefined ? undefined : { address: () => remote },
    req: { header: (name) => (name === 'x-forwarded-for' ? forwarded : undefined) },
  });

test('a proxy on this machine is believed in what it says last, and nobody else in anything', () => {
  expect(from('203.0.113.7', '198.51.100.1')).toBe('203.0.113.7');
  expect(from('127.0.0.1', '198.51.100.1')).toBe('198.51.100.1');
  expect(from('::ffff:127.0.0.1', 'forged, 198.51.100.1')).toBe('198.51.100.1');
  expect(from('::1', 'forged ,2001:db8::1 ')).toBe('2001:db8::1');
});

test('where nobody can tell there is none', () => {
  expect([from(undefined), from('127.0.0.1'), from('::1', ''), from(undefined, '198.51.100.1')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  expect(from('127.0.0.1', 'x'.repeat(1000))).toHaveLength(64);
});
