import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import type { HttpServerConfig } from '../../../../../launcher/gateway/config/server-config.ts';
import { authorize } from '../../../../../launcher/gateway/sign-in/authorize.ts';
import { createServerSignIn, type ServerSignIn } from '../../../../../launcher/gateway/sign-in/server-sign-in.ts';
import { openTokenFile } from '../../../../../launcher/gateway/sign-in/token-file.ts';
import {
  createHttpTransport,
  type HttpTransportOptions,
} from '../../../../../launcher/gateway/upstream/transport/http-transport.ts';
import type { UpstreamTransport } from '../../../../../launcher/gateway/upstream/transport/upstream-transport.ts';
import { systemTimers } from '../../../../../launcher/platform/timers.ts';
import { tempDir } from '../../../../support/temp-dir.ts';
import { startAuthorizationServer } from '../../sign-in/authorization-server.ts';
import { overHttp } from '../connection/connected.ts';

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' } as const;

const transportTo = (
  url: string,
  headers: Readonly<Record<string, string>>,
  signIn?: ServerSignIn,
  fetch?: HttpTransportOptions['fetch'],
): UpstreamTransport =>
  createHttpTransport({
    ...(fetch && { fetch }),
    server: 'far',
    config: { ...(overHttp(url) as HttpServerConfig), headers },
    timers: systemTimers,
    signIn,
  });

test('headers of the configuration went to the authorization server when a token was renewed', async () => {
  const server = await startAuthorizationServer();
  const tokens = openTokenFile(tempDir());
  const consent = (url: URL): void => void fetch(url).then((response) => response.body?.cancel());
  await authorize({ server: 'far', url: server.url, tokens, onUrl: consent, stop: new AbortController().signal });
  server.revoke();
  const signIn = createServerSignIn({ server: 'far', url: server.url, tokens });
  const transport = transportTo(server.url, { 'X-Region': 'north' }, signIn);
  server.asked.length = 0;
  await transport.start();
  await transport.send(PING);
  await transport.close();
  expect(server.asked).toContain('POST /token');
  const ofTheServer = server.asked.filter((asked) => asked.endsWith(' /mcp'));
  expect(server.configured).toEqual(ofTheServer.map(() => '/mcp'));
  expect(ofTheServer.length).toBeGreaterThan(1);
});

test('they follow a redirect within the server, and leave what the transport needs as it is', async () => {
  const seen: { readonly url: string | undefined; readonly headers: IncomingHttpHeaders }[] = [];
  const server = createServer(({ url, headers }, response) => {
    seen.push({ url, headers });
    if (url === '/mcp') response.writeHead(307, { location: '/mcp/' }).end();
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc":"2.0","id":1,"result":{}}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const transport = transportTo(url, { Authorization: 'Bearer own', Accept: 'text/html', 'content-type': 'text/html' });
  await transport.start();
  await transport.send(PING);
  await transport.close();
  const needed = {
    authorization: 'Bearer own',
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  };
  expect(seen.map(({ url: path }) => path)).toEqual(['/mcp', '/mcp/']);
  for (const { headers } of seen) expect(headers).toMatchObject(needed);
});

test('an Authorization of the user’s own stands before a token', async () => {
  const signIn = { token: async () => 'of a sign-in', renew: async () => undefined, demand: async () => {} };
  const sent: (string | null)[] = [];
  const transport = transportTo('https://far.example/mcp', { Authorization: 'Bearer own' }, signIn, async (_, init) => {
    sent.push(new Headers(init?.headers).get('authorization'));
    return new Response(null, { status: 202 });
  });
  await transport.start();
  await transport.send({ jsonrpc: '2.0', method: 'notifications/cancelled' });
  await transport.close();
  expect(sent).toEqual(['Bearer own']);
});

test.each([
  'https://far.example:8444/mcp',
  'https://far.example/mcp',
  'http://far.example:8443/mcp',
  'https://far.example.evil:8443/mcp',
  'https://sub.far.example:8443/mcp',
])('keys of the configuration are not sent to %s', async (target) => {
  const sent: [string, Headers][] = [];
  const keys = { 'X-Key': 'k3y', Authorization: 'Bearer own' };
  const transport = transportTo('https://far.example:8443/mcp', keys, undefined, async (url, init) => {
    sent.push([String(url), new Headers(init?.headers)]);
    const location = sent.length === 1 ? 'https://far.example:8443/other?x=1' : target;
    return new Response(null, { status: 307, headers: { location } });
  });
  await transport.start();
  await expect(transport.send(PING)).rejects.toMatchObject({ code: 'http_error' });
  await transport.close();
  expect(sent.map(([url, headers]) => [url, headers.get('x-key'), headers.get('authorization')])).toEqual([
    ['https://far.example:8443/mcp', 'k3y', 'Bearer own'],
    ['https://far.example:8443/other?x=1', 'k3y', 'Bearer own'],
  ]);
});
