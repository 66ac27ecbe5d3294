import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { probeSessionless } from '../../../../../launcher/gateway/upstream/transport/probe-version.ts';

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Probes a server with this answer. Returns the outcome, and what the server received. */
async function asked({ status = 200, headers = {}, body }: Answer) {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.headers['mcp-session-id'] ?? request.headers['mcp-method']}`);
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  return { is: await probeSessionless({ url, headers: new Headers(), fetch, meta: {} }), heard };
}

const result = (supportedVersions: unknown): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 0, result: { supportedVersions } });
const error = (code: number, data?: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 0, error: { code, message: '', data } });
const EVENTS = { 'content-type': 'text/event-stream' };

test.each<readonly [string, Answer, boolean]>([
  ['2026-07-28 alone', { body: result(['2026-07-28']) }, true],
  [
    '2026-07-28 alone, in a stream',
    { headers: EVENTS, body: `: hi\n\nid: 1\ndata: ${result(['2026-07-28'])}\n\n` },
    true,
  ],
  ['some version, and misses a header', { status: 400, body: error(-32020) }, false],
  ['2026-07-28 alone, under another id', { body: result(['2026-07-28']).replace('"id":0', '"id":1') }, false],
  ['a later version and ours', { status: 400, body: error(-32022, { supported: ['2026-07-28'] }) }, true],
  ['both kinds', { body: result(['2026-07-28', '2025-11-25']) }, false],
  ['both kinds, and refuses ours', { status: 400, body: error(-32022, { supported: ['2025-11-25'] }) }, false],
  ['earlier versions', { status: 404, body: error(-32601) }, false],
  ['earlier versions, and wants a session', { status: 400, body: 'Bad Request: no session' }, false],
  ['nothing', { status: 401, body: '' }, false],
  ['HTML', { body: '<html>' }, false],
  ['a redirect', { status: 307, headers: { location: 'http://127.0.0.1:1/' }, body: '' }, false],
])('a server of %s', async (_, answer, is) => {
  expect(await asked(answer)).toEqual({ is, heard: ['POST server/discover'] });
});

test('a session that the question began is ended', async () => {
  const { is, heard } = await asked({ headers: { 'mcp-session-id': 's1' }, body: error(-32602) });
  expect([is, heard]).toEqual([false, ['POST server/discover', 'DELETE s1']]);
});
