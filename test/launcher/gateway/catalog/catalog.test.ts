import { expect, test } from 'vitest';
import { createCatalog } from '../../../../launcher/gateway/catalog/catalog.ts';
import { createGatewayNames } from '../../../../launcher/gateway/catalog/gateway-names.ts';
import { checkServer } from '../../../../launcher/gateway/config/check-server.ts';

test('of two lists of tools the later one counts, though the schemas of the first take longer', async () => {
  const catalog = createCatalog({
    toolNames: createGatewayNames(),
    remembered: { read: async () => undefined, write() {}, flush: async () => {} },
    log: () => {},
    onChange: () => {},
  });
  await catalog.setServers([{ ...checkServer('s', { command: 'x' }).server, source: 'user' }]);
  const outputSchema = { type: 'object' };
  const first = Array.from({ length: 12 }, (_, i) => ({ name: `old${i}`, outputSchema }));
  await Promise.all([catalog.setLists('s', { tools: first }), catalog.setLists('s', { tools: [{ name: 'new' }] })]);
  expect(catalog.server('s')?.tools.map(({ name }) => name)).toEqual(['mcp_s_new']);
});
