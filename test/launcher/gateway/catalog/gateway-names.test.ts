import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  createGatewayNames,
  type GatewayNames,
  type Origin,
} from '../../../../launcher/gateway/catalog/gateway-names.ts';

const LONG = 'list_the_pull_requests_of_a_repository_with_their_reviews_and_checks';
const among = (...servers: readonly string[]): GatewayNames => createGatewayNames({ configured: () => servers });
const hashOf = ({ server, name }: Origin): string => createHash('sha256').update(`${server}\0${name}`).digest('hex');

test('a tool is named after its server and itself, in characters that every host takes', () => {
  const names = among('github', 'my.server');
  expect(names.nameOf({ server: 'github', name: 'create_issue' })).toBe('mcp_github_create_issue');
  expect(names.nameOf({ server: 'my.server', name: 'do it/now' })).toBe('mcp_my_server_do_it_now');
  expect(names.originOf('mcp_my_server_do_it_now')).toEqual({ server: 'my.server', name: 'do it/now' });
  expect(names.originOf('mcp_my_server_other')).toBeUndefined();
});

test('a name of more than 64 characters is cut and ends with a hash of its origin', () => {
  const names = among('github');
  const one = names.nameOf({ server: 'github', name: LONG });
  const other = names.nameOf({ server: 'github', name: `${LONG}_too` });
  expect(one).toBe('mcp_github_list_the_pull_requests_of_a_repository_with__021ac860');
  expect(one).toHaveLength(64);
  expect(other).toHaveLength(64);
  expect(other).not.toBe(one);
  expect(names.originOf(other)).toEqual({ server: 'github', name: `${LONG}_too` });
});

test('64 characters are as they are, 65 are cut', () => {
  const names = createGatewayNames({ configured: () => ['s', 'b'], bare: 'b' });
  const fits = 'x'.repeat(64 - 'mcp_s_'.length);
  expect(names.nameOf({ server: 's', name: fits })).toBe(`mcp_s_${fits}`);
  expect(names.nameOf({ server: 's', name: `${fits}x` })).toMatch(/^mcp_s_x{49}_[0-9a-f]{8}$/);
  expect(names.nameOf({ server: 'b', name: 'y'.repeat(64) })).toBe('y'.repeat(64));
  expect(names.nameOf({ server: 'b', name: 'y'.repeat(65) })).toMatch(/^mcp_b_y{49}_[0-9a-f]{8}$/);
});

test('which of two servers kept a name that both could have depended on the order of the file', () => {
  const origins = [
    { server: 'a', name: 'b_c' },
    { server: 'a_b', name: 'c' },
    { server: 'a.b', name: 'c' },
    { server: 'a b', name: 'c' },
    { server: 'a', name: 'other' },
  ];
  const named = (order: readonly Origin[]): readonly string[] => {
    const names = among(...new Set(order.map(({ server }) => server)));
    const given = new Map(order.map((origin) => [origin, names.nameOf(origin)]));
    for (const [origin, name] of given) expect(names.originOf(name)).toEqual(origin);
    return origins.map((origin) => String(given.get(origin)));
  };
  const first = named(origins);
  expect(named(origins.toReversed())).toEqual(first);
  expect(named([...origins.slice(2), ...origins.slice(0, 2)])).toEqual(first);
  // The most specific server gets the name, then the one whose own name needed no change, then the first in
  // alphabetical order.
  expect(first[1]).toBe('mcp_a_b_c');
  expect(first.slice(0, 4).filter((name) => /^mcp_a_b_c_[0-9a-f]{8}$/.test(name))).toHaveLength(3);
  expect(first[4]).toBe('mcp_a_other');
});

test.each([
  [['a.b', 'a b'], 'a b'],
  [['a b', 'a.b'], 'a b'],
  [['a.b', 'a_b'], 'a_b'],
  [['z_', 'z.'], 'z_'],
])('of %j, which look alike here, %j keeps the name', (servers, keeps) => {
  const names = among(...servers);
  const plain = servers.filter((server) => !/_[0-9a-f]{8}$/.test(names.nameOf({ server, name: 'tool' })));
  expect(plain).toEqual([keeps]);
});

test('what a server calls alike here is told apart, and each keeps its own name', () => {
  const names = among('s');
  const first = names.nameOf({ server: 's', name: 'do it' });
  const second = names.nameOf({ server: 's', name: 'do/it' });
  expect(first).toBe('mcp_s_do_it');
  expect(second).toMatch(/^mcp_s_do_it_[0-9a-f]{8}$/);
  expect(names.nameOf({ server: 's', name: 'do/it' })).toBe(second);
  expect(names.originOf(second)).toEqual({ server: 's', name: 'do/it' });
});

test('where the hash is taken as well, more of it is shown, but never more than 64 characters', () => {
  const origin = { server: 's', name: 'read' };
  const hash = hashOf(origin);
  const hashed = (chars: number): string => `${'mcp_s_read'.slice(0, 63 - chars)}_${hash.slice(0, chars)}`;
  const all = [8, 16, 24, 32, 40, 48, 56].map(hashed);
  const nameWith = (taken: readonly string[]): string =>
    createGatewayNames({ configured: () => ['s'], taken }).nameOf(origin);
  expect(nameWith(['mcp_s_read'])).toBe(all[0]);
  expect(nameWith(['mcp_s_read', ...all.slice(0, 1)])).toBe(all[1]);
  expect(nameWith(['mcp_s_read', ...all.slice(0, 6)])).toBe(all[6]);
  expect(nameWith(['mcp_s_read', ...all])).toHaveLength(64);
});

test('a server alone keeps its names where it may and where they are free', () => {
  const names = createGatewayNames({ configured: () => ['s'], bare: 's', taken: ['read'] });
  expect(names.nameOf({ server: 's', name: 'search' })).toBe('search');
  expect(names.nameOf({ server: 's', name: 'read' })).toBe('mcp_s_read');
  expect(names.nameOf({ server: 's', name: '' })).toBe('mcp_s_');
});

test('a server that joins one that was alone has its names with a prefix, whoever lists first', () => {
  let servers = ['s'];
  const names = createGatewayNames({ configured: () => servers, bare: 's' });
  servers = ['joined', 's'];
  expect(names.nameOf({ server: 'joined', name: 'search' })).toBe('mcp_joined_search');
  expect(names.nameOf({ server: 's', name: 'search' })).toBe('search');
  servers = ['other'];
  expect(names.nameOf({ server: 'other', name: 'find' })).toBe('find');
  servers = ['two', 'three'];
  expect(names.nameOf({ server: 'two', name: 'found' })).toBe('mcp_two_found');
});

test('names that are not ASCII exchanged their tools when a list came in another order', () => {
  const all = ['查询', '搜索', '_'].map((name) => ({ server: 's', name }));
  const [one, other] = [[...all], [...all].reverse()].map((order) => {
    const names = createGatewayNames({ configured: () => ['s', 't'] });
    for (const origin of order) names.nameOf(origin);
    return all.map((origin) => names.nameOf(origin));
  });
  expect(one).toEqual(other);
  expect(one).toEqual([
    expect.stringMatching(/^mcp_s____[0-9a-f]{8}$/),
    expect.stringMatching(/^mcp_s____[0-9a-f]{8}$/),
    'mcp_s__',
  ]);
  expect(new Set(one).size).toBe(3);
});
