import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { OperatorNotice } from '../../../src/teams/usage/notices.ts';
import { createWebhook } from '../../../worker/http/webhook.ts';

const NOTICE: OperatorNotice = {
  ...{ event: 'quota_nearly_used', team: 't', team_name: 'Blue', month: '2026-11', used_bytes: 8, quota_bytes: 9 },
};

async function receiver(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

test('a notice is posted as JSON, with the key', async () => {
  let got: unknown;
  const url = await receiver((request, answer) => {
    let text = '';
    request
      .on('data', (chunk: Buffer) => (text += String(chunk)))
      .on('end', () => {
        got = [
          request.method,
          request.url,
          request.headers.authorization,
          request.headers['content-type'],
          JSON.parse(text),
        ];
        answer.writeHead(204).end();
      });
  });
  await createWebhook({ url, key: 's3cret' })(NOTICE);
  expect(got).toEqual(['POST', '/hook', 'Bearer s3cret', 'application/json', NOTICE]);
});

test('a receiver that refuses or sends elsewhere is an error, without its words', async () => {
  const refusing = await receiver((_, answer) => void answer.writeHead(500).end('s3cret'));
  await expect(createWebhook({ url: refusing, key: undefined })(NOTICE)).rejects.toThrow(/^the webhook answered 500$/);
  const moved = await receiver((_, answer) => void answer.writeHead(307, { location: refusing }).end());
  await expect(createWebhook({ url: moved, key: undefined })(NOTICE)).rejects.toThrow();
});

test('a receiver that never answers is given up', async () => {
  const url = await receiver(() => {});
  await expect(createWebhook({ url, key: undefined, maxWaitMs: 50 })(NOTICE)).rejects.toThrow();
});
