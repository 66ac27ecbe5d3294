import { expect, test } from 'vitest';
import { answeredBy } from '../../../../../launcher/gateway/upstream/transport/too-long.ts';
import { connected, scripted } from '../connection/connected.ts';

test.each([
  ['{"jsonrpc":"2.0","id":5,"result":{"x":"', '"}}', 5],
  ['{ "id" : "7" , "result": {', '}}', 7],
  ['{"result":{"content":[', ']},"jsonrpc":"2.0","id":12}', 12],
  ['{"result":{"content":[', ']},"id":3,"jsonrpc":"2.0"}\r', 3],
  ['{"result":{"content":[', '{"id":3}}]}', 'unknown'],
  ['{"result":"', '\\"id\\":3}"}', 'unknown'],
  ['{"jsonrpc":"2.0","id":5,"method":"sampling/createMessage","params":{', '}}', undefined],
  ['{"method":"notifications/message","params":{', '},"jsonrpc":"2.0","id":5}', undefined],
] as const)('a line that begins %s and ends %s answers %s', (head, tail, id) => {
  expect(answeredBy({ head, tail })).toBe(id);
});

test('an answer of 100 MB was waited for until its time was over', async () => {
  const it = connected(scripted());
  await expect(it.call('big', { bytes: 100_000_000 })).rejects.toMatchObject({
    code: 'too_large',
    sent: true,
    message: 'cannot use the answer of server "it": it is longer than 67108864 bytes (64 MiB)',
  });
  expect(await it.call('echo', { n: 1 })).toMatchObject({ content: [{ args: { n: 1 } }] });
  expect(it.states).toEqual(['connecting', 'connected']);
});
