import { expect, test } from 'vitest';
import { complete } from '../../../../launcher/gateway/client/complete.ts';

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
