import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ancestors, findHookServers } from '../../../../launcher/hosts/hook-client/find-servers.ts';
import { type HookServer, hookFolder } from '../../../../launcher/hosts/hook-client/hook-server.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const ALIVE = process.pid;

/** Writes servers' descriptions, and returns the roots of those that are found. */
function found(servers: readonly Partial<HookServer>[], processes: readonly number[], folder?: string) {
  const home = tempDir();
  mkdirSync(hookFolder(home));
  servers.forEach((server, at) => {
    const described = {
      pid: ALIVE,
      parent: 1,
      space: 'here',
      client: 'gemini-cli-mcp-client',
      root: '/',
      socket: '/1.sock',
      ...server,
    };
    writeFileSync(path.join(hookFolder(home), `${at}.json`), JSON.stringify(described));
  });
  return findHookServers(home, { host: 'gemini', processes: () => processes, folder, space: 'here' }).map(
    ({ root }) => root,
  );
}

test('the server that the same host process started answers, the nearest process first', () => {
  const servers = [
    { root: '/other', parent: 30 },
    { root: '/far', parent: 20 },
    { root: '/near', parent: 10 },
  ];
  expect(found(servers, [10, 20], '/other')).toEqual(['/near', '/far']);
});

test('of servers that one process started, as for the windows of an editor, the one of the same project answers', () => {
  const servers = ['/other', '/p', '/else'].map((root) => ({ root, parent: 20 }));
  expect(found([...servers, { root: '/p/q', parent: 30 }], [10, 20], '/p/q/src')[0]).toBe('/p');
});

test('if that cannot be told, those of the same project come first, then all', () => {
  const roots = ['/b', '/a', '/a/c', '/a/cd', 'C:\\a'].map((root) => ({ root }));
  expect(found(roots, [99], '/a/c/src')).toEqual(['/a/c', '/a', '/b', '/a/cd', 'C:\\a']);
  expect(found(roots, [99], 'C:\\a\\b')[0]).toBe('C:\\a');
  expect(found([{ root: '/' }, { root: '/b' }], [99], '/a')).toEqual(['/', '/b']);
});

test('servers in another container are found, and no number there is taken for one here', () => {
  const servers = [
    { root: '/theirs', parent: 10, space: 'there', pid: 2_147_483_646 },
    { root: '/ours', parent: 10 },
  ];
  expect(found(servers, [10])).toEqual(['/ours']);
  expect(found(servers, [99], '/theirs')).toEqual(['/theirs', '/ours']);
});

test('servers of other hosts and half a description are passed over, those that seem dead come last', () => {
  const servers = [
    { root: '/codex', client: 'codex-mcp-client', parent: 10 },
    { root: '/dead', pid: 2_147_483_646, parent: 10 },
    { root: '/ours', parent: 11 },
  ];
  expect(found(servers, [10, 11])).toEqual(['/ours', '/dead']);
  const home = tempDir();
  mkdirSync(hookFolder(home));
  writeFileSync(path.join(hookFolder(home), '1.json'), '{"pid":');
  expect(findHookServers(home, { host: 'gemini', processes: () => [], folder: undefined })).toEqual([]);
});

test('a description of another shape does not hide the others', () => {
  const home = tempDir();
  mkdirSync(hookFolder(home));
  const whole = { pid: ALIVE, parent: 1, client: 'gemini-cli-mcp-client', root: '/ours', socket: '/ours.sock' };
  [null, [], 1, {}, { ...whole, client: null }, { ...whole, root: undefined }, whole].forEach((one, at) => {
    writeFileSync(path.join(hookFolder(home), `${at}.json`), JSON.stringify(one));
  });
  const servers = findHookServers(home, { host: 'gemini', processes: () => [10], folder: '/ours/src' });
  expect(servers.map(({ root }) => root)).toEqual(['/ours']);
});

test('processes are followed to four, or as far as the system tells', () => {
  const parents = new Map([5, 4, 3, 2, 1].map((pid) => [pid + 10, pid + 9]));
  expect(ancestors(15, (pid) => parents.get(pid))).toEqual([15, 14, 13, 12]);
  expect(ancestors(11, () => 1)).toEqual([11]);
  expect(ancestors(11, () => undefined)).toEqual([11]);
  expect(ancestors()[0]).toBe(process.ppid);
});
