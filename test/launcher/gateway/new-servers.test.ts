import { expect, test } from 'vitest';
import type { KnownServer } from '../../../launcher/gateway/catalog/known-server.ts';
import type { ListName } from '../../../launcher/gateway/first-lists.ts';
import { createNewServers, MAX_WAIT_MS } from '../../../launcher/gateway/new-servers.ts';
import type { Timers } from '../../../launcher/platform/timers.ts';

const NEVER = new AbortController().signal;

/** A server in the form that the catalog stores. */
function server(name: string, isNew: boolean, ...heard: readonly ListName[]): KnownServer {
  const nothing = { tools: [], held: [], prompts: [], resources: [], resourceTemplates: [] };
  return { name, isNew, heard: new Set(heard), config: {} as KnownServer['config'], ...nothing };
}

function held(...first: readonly KnownServer[]) {
  let servers = first;
  const waitedFor: string[] = [];
  const coming = new Set(first.map(({ name }) => name));
  const waiting: { ms: number; ring: () => void }[] = [];
  const timers: Timers = {
    now: () => 0,
    after: (ms, ring) => {
      waiting.push({ ms, ring });
      return () => {};
    },
  };
  const catalog = { servers: () => servers, waitedFor: (name: string) => void waitedFor.push(name) };
  const newServers = createNewServers({ catalog, timers, isComing: (name) => coming.has(name) });
  const become = (...now: readonly KnownServer[]): void => {
    servers = now;
    newServers.changed();
  };
  return { newServers, waitedFor, coming, waiting, become };
}

test('a server that was never listed is waited for until it gives that list', async () => {
  const { newServers, waitedFor, become } = held(server('new', true), server('known', false));
  expect(newServers.any()).toBe(true);
  let isListed = false;
  const listed = newServers.listed('tools', NEVER).then(() => {
    isListed = true;
  });
  become(server('new', true, 'prompts'), server('known', false));
  await Promise.resolve();
  expect(isListed).toBe(false);
  become(server('new', true, 'prompts', 'tools'), server('known', false));
  await listed;
  expect(waitedFor).toEqual([]);
});

test('one whose lists are remembered is waited for by nobody', async () => {
  const { newServers } = held(server('known', false));
  expect(newServers.any()).toBe(false);
  await newServers.listed('tools', NEVER);
});

test('a server that cannot be started is no longer waited for', async () => {
  const { newServers, coming, become, waitedFor } = held(server('broken', true));
  const listed = newServers.listed('tools', NEVER);
  coming.clear();
  become(server('broken', true));
  await listed;
  expect(waitedFor).toEqual([]);
});

test('a server that hangs delays one start only', async () => {
  const { newServers, waitedFor, waiting } = held(server('hangs', true), server('well', true, 'tools'));
  const listed = newServers.listed('tools', NEVER);
  expect(waiting.map(({ ms }) => ms)).toEqual([MAX_WAIT_MS]);
  waiting[0]?.ring();
  await listed;
  expect(waitedFor).toEqual(['hangs']);
});
