import { expect, test } from 'vitest';
import { connected, scripted } from './connected.ts';

test('connects, lists and forwards verbatim', async () => {
  const it = connected(scripted({ banner: true }));
  expect(it.connection.state).toBe('disconnected');
  const began = performance.now();
  it.connection.start();
  await it.when(() => it.connection.state === 'connected');
  process.stdout.write(`connected in ${performance.now() - began}\n`);
  await it.when(() => it.events.some(({ event }) => event === 'gateway.discovered'));
  expect(it.states).toEqual(['connecting', 'connected']);
  expect(it.connection.facts).toMatchObject({
    protocolVersion: '2025-11-25',
    capabilities: { tools: { listChanged: true }, odd: { kept: 1 } },
    serverInfo: { name: 'scripted', version: '1', odd: true },
  });
  expect(Object.assign({}, ...it.lists)).toEqual({
    tools: [{ name: 'only', odd: { kept: true } }],
    resources: [],
    resourceTemplates: [],
    prompts: [],
  });
  expect(await it.call('echo', { a: 1 })).toEqual({
    content: [{ type: 'unheard-of', args: { a: 1 } }],
    meta: { progressToken: expect.any(Number) },
    _meta: null,
    id: expect.any(Number),
  });
  await expect(it.call('error')).rejects.toMatchObject({
    name: 'RpcError',
    code: -32602,
    message: 'MCP error -32602: as it is',
    data: ['any', { thing: 1 }],
  });
});
