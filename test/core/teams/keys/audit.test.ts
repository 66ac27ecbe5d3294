import { expect, test } from 'vitest';
import { beyond } from '../../../../src/teams/keys/audit.ts';
import type { Principal } from '../../../../src/teams/keys/principal.ts';
import { SCOPES, type Scope } from '../../../../src/teams/keys/scope.ts';

const maker = (scopes: readonly Scope[], more: Partial<Principal> = {}): Principal => ({
  ...{
    kind: 'key',
    team: 'blue',
    key: 'ada',
    owner: 'ada',
    scopes: new Set(scopes),
    maxBodyBytes: null,
    ratePerMinute: null,
  },
  ...{ quota: null, ...more },
});

test('what a new key may do beyond its maker is named, and the administrator may do everything', () => {
  expect(beyond(maker(['admin']), { scopes: ['admin', 'prune', 'context'] })).toEqual(['prune', 'context']);
  expect(beyond(maker(SCOPES), { scopes: SCOPES })).toEqual([]);
  expect(beyond(maker([], { kind: 'root' }), { scopes: SCOPES })).toEqual([]);
});

test('a bound that the maker has and the new key has not, or a wider one, is beyond it', () => {
  const bounded = maker(['admin'], { maxBodyBytes: 100, ratePerMinute: 10 });
  const made = (maxBodyBytes: number | null, ratePerMinute?: number) =>
    beyond(bounded, { scopes: ['admin'], maxBodyBytes, ratePerMinute });
  expect(made(100, 10)).toEqual([]);
  expect(made(101, 10)).toEqual(['max_body_bytes']);
  expect(made(null, 10)).toEqual(['max_body_bytes']);
  expect(made(99, 11)).toEqual(['rate_per_minute']);
  expect(made(99)).toEqual(['rate_per_minute']);
});
