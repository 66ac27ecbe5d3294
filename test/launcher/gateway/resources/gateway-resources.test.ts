import { expect, test } from 'vitest';
import { answering, startGateway } from '../../../support/gateway.ts';
import { until } from '../../../support/until.ts';

const RESOURCES = [
  { uri: 'file:///a b', name: 'A', size: 3, odd: 1 },
  { uri: 5, name: 'broken' },
];
const TEMPLATES = [{ uriTemplate: 'db://{table}/{id}', name: 'row' }];
const server = answering({ resources: RESOURCES, resourceTemplates: TEMPLATES });
const NEVER = new AbortController().signal;

async function start(servers: object, options = {}) {
  const started = await startGateway(servers, options);
  const { resources } = started.gateway;
  await until(async () => (resources.list().length === Object.keys(servers).length ? true : undefined));
  return { ...started, resources };
}

test('resources of servers that know the same URI are told apart, and read by what they are listed as', async () => {
  const { resources } = await start({ one: server, 'two/2': server });
  expect(resources.list()).toEqual([
    { uri: 'mcp://one/file:///a b', name: 'A', size: 3, odd: 1 },
    { uri: 'mcp://two%2F2/file:///a b', name: 'A', size: 3, odd: 1 },
  ]);
  await until(async () => (resources.templates().length === 2 ? true : undefined));
  expect(resources.templates()[1]).toEqual({ uriTemplate: 'mcp://two%2F2/db://{table}/{id}', name: 'row' });
  const uri = 'mcp://two%2F2/db://users/7';
  expect(await resources.read({ uri }, NEVER)).toEqual({ contents: [{ uri, text: 'read 1' }] });
});

test('without a prefix the URIs of a server alone stay as they are', async () => {
  const { resources } = await start({ one: server }, { prefix: false });
  expect(resources.list()[0]).toMatchObject({ uri: 'file:///a b' });
  expect(await resources.read({ uri: 'db://users/7' }, NEVER)).toEqual({
    contents: [{ uri: 'db://users/7', text: 'read 1' }],
  });
});

test.each(['mcp://none/x:y', 'mcp://one', 'file:///elsewhere', 'mcp://%/x'])('%s is not found', async (uri) => {
  const { resources } = await start({ one: server, two: server });
  await expect(resources.read({ uri }, NEVER)).rejects.toMatchObject({ code: -32002, data: { uri } });
});

test('a URI that a result named is read from the server that named it', async () => {
  const { resources, call } = await start({ one: server, two: server });
  const result = { content: [{ type: 'resource_link', uri: 'made:up', name: 'x' }] };
  await call('mcp_two_answer', { result });
  expect(await resources.read({ uri: 'made:up' }, NEVER)).toEqual({ contents: [{ uri: 'made:up', text: 'read 1' }] });
});

test('a subscription is told by the URI that the client knows, and forgotten when it ends', async () => {
  const tools = [
    { name: 'notify', inputSchema: { type: 'object' } },
    { name: 'heard', inputSchema: { type: 'object' } },
  ];
  const { resources, call, told } = await start({ one: answering({ resources: RESOURCES, tools }) });
  const uri = 'mcp://one/file:///a b';
  const touch = () =>
    call('mcp_one_notify', { method: 'notifications/resources/updated', params: { uri: 'file:///a b' } });
  const updates = () => told.filter(({ method }) => method === 'notifications/resources/updated');
  await resources.subscribe({ uri }, NEVER);
  await touch();
  expect(updates()).toEqual([{ method: 'notifications/resources/updated', params: { uri } }]);
  await resources.unsubscribe({ uri }, NEVER);
  await touch();
  expect(updates()).toHaveLength(1);
  const heard = JSON.parse(String((await call('mcp_one_heard')).content[0]?.['text']));
  const asked = heard.filter((one: { method: string }) => one.method.startsWith('resources/'));
  expect(asked.map((one: { method: string; params: { uri: string } }) => [one.method, one.params.uri])).toEqual([
    ['resources/subscribe', 'file:///a b'],
    ['resources/unsubscribe', 'file:///a b'],
  ]);
});

test('what is read twice is remembered until its server says that it has changed', async () => {
  const tools = [{ name: 'notify', inputSchema: { type: 'object' } }];
  const { resources, call } = await start({ one: answering({ resources: RESOURCES, tools }) });
  const uri = 'mcp://one/file:///a b';
  const read = async (): Promise<unknown> =>
    ((await resources.read({ uri }, NEVER))['contents'] as { text: string }[])[0]?.text;
  await read();
  expect([await read(), await read()]).toEqual(['read 2', 'read 2']);
  await call('mcp_one_notify', { method: 'notifications/resources/updated', params: { uri: 'file:///a b' } });
  expect([await read(), await read()]).toEqual(['read 3', 'read 3']);
});
