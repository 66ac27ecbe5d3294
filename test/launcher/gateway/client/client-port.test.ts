import { expect, test } from 'vitest';
import { createClientPort } from '../../../../launcher/gateway/client/client-port.ts';
import { RpcError } from '../../../../src/mcp/rpc-error.ts';

const WHOLE = { capabilities: {}, prefix: true, isWanted: () => true } as const;

test('a log message that no client can read is not handed on', () => {
  const told: unknown[] = [];
  const session = {
    notify: (_method: string, params?: object) => void told.push(params),
    request: () => Promise.reject(new Error('unused')),
  };
  const port = createClientPort({ ...WHOLE, session, onUpdated: () => {} });
  for (const params of [{}, { level: 'loud', data: 1 }, { level: 'info' }, { level: 'info', data: null }]) {
    port.notified('s', 'notifications/message', params);
  }
  expect(told).toEqual([{ level: 'info', data: null, logger: 's' }]);
});

test('a URI that is an object, which nothing converts, ended the process', () => {
  const updated: unknown[] = [];
  const session = { notify: () => {}, request: () => Promise.reject(new Error('unused')) };
  const onUpdated = (_server: string, uri: string): void => void updated.push(uri);
  const port = createClientPort({ ...WHOLE, session, onUpdated });
  for (const uri of [{ toString: 1, valueOf: 1 }, undefined, 'a:1']) {
    port.notified('s', 'notifications/resources/updated', { uri });
  }
  expect(updated).toEqual(['a:1']);
});

test('extensions of a client are offered to servers, except tasks', () => {
  const session = { notify: () => {}, request: () => Promise.reject(new Error('unused')) };
  const extensions = { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] }, 'x/y': {} };
  const tasks = { 'io.modelcontextprotocol/tasks': {} };
  const offered = (capabilities: object) =>
    createClientPort({ ...WHOLE, session, onUpdated: () => {}, capabilities: { ...capabilities } }).capabilities();
  expect(offered({ extensions: { ...extensions, ...tasks }, roots: {}, other: {} })).toEqual({ roots: {}, extensions });
  expect(offered({ extensions: tasks })).toEqual({});
});

test('what a client has not declared is refused in the words of its version', async () => {
  const asked: unknown[] = [];
  const session = {
    notify: () => {},
    request: async (method: string) => {
      asked.push(method);
      throw new RpcError(-32021, 'The client has not declared it');
    },
  };
  const early = createClientPort({ ...WHOLE, session, onUpdated: () => {} });
  const modern = createClientPort({
    ...{ ...WHOLE, onUpdated: () => {} },
    session: { ...session, capabilitiesOf: () => undefined },
  });
  const refused = (port: ReturnType<typeof createClientPort>, method: string) =>
    port.request('s', method, {}, new AbortController().signal).catch(({ code }: RpcError) => code);
  expect(await refused(early, 'elicitation/create')).toBe(-32601);
  expect(await refused(modern, 'elicitation/create')).toBe(-32021);
  for (const method of ['roots/list', 'any/thing', 'constructor']) {
    expect(await refused(modern, method)).toBe(-32601);
  }
  expect(asked).toEqual(['elicitation/create']);
});
