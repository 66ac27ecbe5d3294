import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { toToolFilter } from '../../../../launcher/gateway/catalog/tool-filter.ts';
import { loadSources } from '../../../../launcher/gateway/config/load-sources.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const server = (more: object = {}): object => ({ command: 'x', ...more });
const PROFILES = {
  review: { servers: ['git', 'hub'], tools: { hub: { allowedTools: ['get_*'], blockedTools: ['get_secret'] } } },
  all: {},
  wrong: { servers: 'git' },
  odd: { servers: ['gone'] },
};

async function load(user: object, name?: string, shared?: object) {
  const folder = tempDir();
  const location = {
    user: path.join(folder, 'mcp-config.json'),
    project: shared === undefined ? undefined : path.join(folder, '.mcp.json'),
    profile: { name },
  };
  const mcpServers = { git: server(), hub: server({ allowedTools: ['get_*', 'list_*'] }), other: server() };
  writeFileSync(location.user, JSON.stringify({ mcpServers, profiles: PROFILES, ...user }), { mode: 0o600 });
  if (location.project !== undefined) writeFileSync(location.project, JSON.stringify(shared));
  const loaded = await loadSources(location);
  return { ...loaded, names: loaded.servers.map((one) => one.name) };
}

test('a profile offers its servers, and of their tools what both it and the server allow', async () => {
  const { names, servers, faults } = await load({}, 'review');
  expect(faults).toEqual([]);
  expect(names).toEqual(['git', 'hub']);
  const offered = servers.map((one) => (one.ok ? toToolFilter(one.config) : () => false));
  expect(['get_issue', 'get_secret', 'list_issues'].map((tool) => offered.map((offers) => offers(tool)))).toEqual([
    [true, true],
    [true, false],
    [true, false],
  ]);
  expect((await load({}, 'all')).names).toEqual(['git', 'hub', 'other']);
});

test('the one that is named goes before the project’s, and that before the user’s', async () => {
  const shared = { mcpServers: {}, profile: 'review' };
  expect((await load({ profile: 'all' }, undefined, shared)).names).toEqual(['git', 'hub']);
  expect((await load({ profile: 'review' })).names).toEqual(['git', 'hub']);
  expect((await load({}, 'all', shared)).names).toEqual(['git', 'hub', 'other']);
  expect((await load({})).names).toEqual(['git', 'hub', 'other']);
});

test('a project’s profile does not take the place of the user’s own', async () => {
  const shared = { profiles: { review: {}, theirs: { servers: ['other'] } } };
  expect((await load({}, 'review', shared)).names).toEqual(['git', 'hub']);
  expect((await load({}, 'theirs', shared)).names).toEqual(['other']);
});

test.each([
  ['reveiw', 'cannot use the profile "reveiw": expected one of "review", "all", "wrong", "odd"'],
  ['wrong', 'cannot use profiles.wrong.servers: expected an object { servers, tools }'],
  ['toString', 'cannot use the profile "toString"'],
])('profile %s offers nothing, and says why', async (name, message) => {
  const { names, faults } = await load({}, name);
  expect(names).toEqual([]);
  expect(faults).toEqual([{ source: 'user', message: expect.stringContaining(message) }]);
});

test('a server that a profile names and nobody has is told', async () => {
  const { names, warnings } = await load({}, 'odd');
  expect(names).toEqual([]);
  expect(warnings.map(({ message }) => message)).toContain('ignored "gone" in profiles.odd: no server has that name');
});
