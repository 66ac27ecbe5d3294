import { expect, test } from 'vitest';
import { Catalog } from '../../../../launcher/gateway/catalog/catalog.ts';
import { createGatewayNames } from '../../../../launcher/gateway/catalog/gateway-names.ts';
import type { RememberedLists, RememberedServer } from '../../../../launcher/gateway/catalog/remembered-lists.ts';
import { checkServer } from '../../../../launcher/gateway/config/check-server.ts';

const FORGETFUL: RememberedLists = { read: async () => undefined, write() {}, flush: async () => {} };

async function catalogOf(name: string, remembered = FORGETFUL) {
  const catalog = new Catalog({
    toolNames: createGatewayNames({ configured: () => [name] }),
    remembered,
    log: () => {},
    onChange: () => {},
  });
  await catalog.setServers([{ ...checkServer(name, { command: 'x' }).server, source: 'user' }]);
  return catalog;
}

test('of two lists of tools the later one counts, though the schemas of the first take longer', async () => {
  const catalog = await catalogOf('s');
  const outputSchema = { type: 'object' };
  const first = Array.from({ length: 12 }, (_, i) => ({ name: `old${i}`, outputSchema }));
  await Promise.all([catalog.setLists('s', { tools: first }), catalog.setLists('s', { tools: [{ name: 'new' }] })]);
  expect(catalog.server('s')?.tools.map(({ name }) => name)).toEqual(['mcp_s_new']);
});

test('a list that was given, or failed, is no longer to come; of others nothing is known', async () => {
  const catalog = await catalogOf('s');
  expect(catalog.server('s')?.heard).toEqual(new Set());
  await catalog.setLists('s', { prompts: [] });
  catalog.listFailed('s', 'resources');
  catalog.listFailed('none', 'tools');
  expect(catalog.server('s')?.heard).toEqual(new Set(['prompts', 'resources']));
  await catalog.setLists('s', { tools: [] });
  expect(catalog.server('s')?.heard).toEqual(new Set(['prompts', 'resources', 'tools']));
  expect(catalog.configured()).toEqual(['s']);
});

test('a server that was waited for in vain is not new to the next run', async () => {
  const written = new Map<string, RememberedServer>();
  const remembered: RememberedLists = {
    read: async (name) => written.get(name),
    write: (name, _config, server) => void written.set(name, server),
    flush: async () => {},
  };
  const first = await catalogOf('s', remembered);
  expect(first.server('s')?.isNew).toBe(true);
  first.waitedFor('s');
  first.waitedFor('none');
  expect((await catalogOf('s', remembered)).server('s')?.isNew).toBe(false);
  expect([...written.keys()]).toEqual(['s']);
});

test('lists that came while a new configuration was read were lost', async () => {
  let read = (): void => {};
  const reading = new Promise<undefined>((resolve) => {
    read = () => resolve(undefined);
  });
  const catalog = new Catalog({
    toolNames: createGatewayNames({ configured: () => ['s', 'new'] }),
    remembered: {
      read: (name) => (name === 'new' ? reading : Promise.resolve(undefined)),
      write() {},
      flush: async () => {},
    },
    log: () => {},
    onChange: () => {},
  });
  const s = { ...checkServer('s', { command: 'x' }).server, source: 'user' as const };
  await catalog.setServers([s]);
  const fewer = { ...checkServer('s', { command: 'x', allowedTools: ['b'] }).server, source: 'user' as const };
  const set = catalog.setServers([fewer, { ...checkServer('new', { command: 'y' }).server, source: 'user' }]);
  await catalog.setLists('s', { tools: ['a', 'b'].map((name) => ({ name, inputSchema: { type: 'object' } })) });
  read();
  await set;
  expect(catalog.servers().map(({ name, tools }) => [name, tools.map((one) => one.name)])).toEqual([
    ['s', ['mcp_s_b']],
    ['new', []],
  ]);
});
