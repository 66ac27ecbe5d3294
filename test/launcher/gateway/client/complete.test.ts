import { expect, test } from 'vitest';
import { complete } from '../../../../launcher/gateway/client/complete.ts';
import type { ServerConnection } from '../../../../launcher/gateway/upstream/connection/server-connection.ts';
import { RpcError } from '../../../../src/mcp/rpc-error.ts';

test.each([
  { ref: null },
  { ref: { type: 'ref/prompt', name: { toString: 1 } } },
  { ref: { type: 'ref/resource', uri: { toString: 1 } } },
])('what is to be completed is a text: %j', async (params) => {
  const origins = { originOf: async () => ({ server: 's', name: 'n', uri: 'u' }) };
  const asked = complete(
    { prompts: origins, resources: origins, connection: () => undefined },
    params,
    new AbortController().signal,
  );
  await expect(asked).rejects.toMatchObject({ code: -32602 });
});

test('the error of a server that completes nothing is passed on', async () => {
  const unknown = new RpcError(-32601, 'Method not found');
  const origins = { originOf: async () => ({ server: 's', name: 'n', uri: 'u' }) };
  const to = { request: () => Promise.reject(unknown) } as unknown as ServerConnection;
  const options = { prompts: origins, resources: origins, connection: () => to };
  const asked = complete(options, { ref: { type: 'ref/prompt', name: 'a' } }, new AbortController().signal);
  await expect(asked).rejects.toBe(unknown);
});
