import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findExecutable } from '../../launcher/platform/process/find-executable.ts';
import { NODE } from '../runtime/started.ts';
import { startHttpProxy } from '../support/http-proxy.ts';
import { type Launcher, startLauncher } from '../support/launcher.ts';
import { startHttpMcpServer } from '../support/mcp-servers/http-server.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/until.ts';

const openssl = await findExecutable('openssl', process.env['PATH']);

/** Starts and initializes a launcher with one configured server. */
async function start(server: object, env: Readonly<Record<string, string>>, home = tempDir()): Promise<Launcher> {
  mkdirSync(path.join(home, 'h'));
  writeFileSync(path.join(home, 'h', 'mcp-config.json'), JSON.stringify({ mcpServers: { s: server } }), {
    mode: 0o600,
  });
  const launcher = startLauncher(home, { MCP_PRUNER_HOME: path.join(home, 'h'), ...env });
  const clientInfo = { name: 'test', version: '1' };
  await launcher.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  launcher.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
  return launcher;
}

async function called(launcher: Launcher): Promise<string> {
  await until(async () => JSON.stringify(await launcher.request('tools/list')).includes('mcp_s_echo') || undefined);
  const { result } = await launcher.request('tools/call', { name: 'mcp_s_echo', arguments: { a: 1 } });
  return JSON.stringify(result);
}

const portOf = ({ port }: URL): number => Number(port);

test('a server that only the proxy reaches was not reached', async () => {
  const server = await startHttpMcpServer();
  const proxy = await startHttpProxy({ 'mcp.example': portOf(new URL(server.url)) }, 'secret');
  const launcher = await start({ url: 'http://mcp.example/mcp' }, { http_proxy: `http://me:secret@${proxy.host}` });
  expect(await called(launcher)).toContain(String.raw`{\"a\":1}`);
  expect(proxy.seen).toContain('POST http://mcp.example/mcp');
  expect(JSON.stringify(launcher.events)).not.toContain('secret');
});

test('a host of NO_PROXY is met directly', async () => {
  const server = await startHttpMcpServer();
  const proxy = await startHttpProxy({});
  const launcher = await start({ url: server.url }, { HTTP_PROXY: `http://${proxy.host}`, NO_PROXY: '127.0.0.1' });
  expect(await called(launcher)).toContain(String.raw`{\"a\":1}`);
  expect(proxy.seen).toEqual([]);
});

test('what the proxy is to blame for is said of the proxy', async () => {
  const of = async (host: string, wanted: RegExp): Promise<void> => {
    const launcher = await start({ url: 'https://mcp.example/mcp' }, { HTTPS_PROXY: `http://me:wrong@${host}` });
    const fault = await until(async () => launcher.events.find(({ event }) => event === 'gateway.connect_failed'));
    const { result } = await launcher.request('tools/call', { name: 'mcp_s_echo', arguments: {} });
    expect(JSON.stringify([fault, result])).toMatch(wanted);
    expect(JSON.stringify([launcher.events, result])).not.toContain('wrong');
  };
  const proxy = await startHttpProxy({}, 'right');
  await of(proxy.host, /the proxy http:\/\/127\.0\.0\.1:\d+ answers HTTP 407/);
  expect(proxy.seen).toContain('CONNECT mcp.example:443');
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const { port } = gone.address() as AddressInfo;
  await new Promise<void>((resolve) => void gone.close(() => resolve()));
  await of(`127.0.0.1:${port}`, /the proxy http:\/\/127\.0\.0\.1:\d+ cannot be reached: ECONNREFUSED/);
});

test.runIf(openssl !== undefined)('a tunnel to a server whose authority is only in NODE_EXTRA_CA_CERTS', async () => {
  const server = await startHttpMcpServer();
  const home = tempDir();
  const at = (name: string): string => path.join(home, name);
  const subject = ['-subj', '/CN=mcp.example', '-addext', 'subjectAltName=DNS:mcp.example'];
  const files = ['-keyout', at('key.pem'), '-out', at('cert.pem')];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, ...files], {
    stdio: 'ignore',
  });
  const given = { key: readFileSync(at('key.pem')), cert: readFileSync(at('cert.pem')) };
  const tls = createTlsServer(given, (asked, answer) => {
    const { method, headers } = asked;
    const onward = request(server.url, { method, headers }, (got) => {
      answer.writeHead(got.statusCode ?? 502, got.headers);
      got.pipe(answer);
    });
    asked.pipe(onward);
  });
  await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    tls.closeAllConnections();
    tls.close();
  });
  const proxy = await startHttpProxy({ 'mcp.example': (tls.address() as AddressInfo).port });
  const env = { HTTPS_PROXY: proxy.host, NODE_EXTRA_CA_CERTS: at('cert.pem') };
  const launcher = await start({ url: 'https://mcp.example/mcp' }, env, home);
  expect(await called(launcher)).toContain(String.raw`{\"a\":1}`);
  expect(proxy.seen).toContain('CONNECT mcp.example:443');
});

test('a server that we start is told of proxies and of Docker', async () => {
  const code = `process.stderr.write(JSON.stringify(process.env) + '\\n'); setTimeout(() => {}, 1e6)`;
  const env = {
    HTTPS_PROXY: 'http://me:secret@proxy:1',
    no_proxy: 'corp',
    DOCKER_HOST: 'tcp://docker:1',
    GITHUB_TOKEN: 't',
  };
  const home = tempDir();
  await start({ command: NODE, args: ['-e', code] }, env, home);
  const told = await until(async () => {
    try {
      return readFileSync(path.join(home, 'h', 'logs', 's.log'), 'utf8').trim() || undefined;
    } catch {
      return undefined;
    }
  });
  expect(told).toContain('"no_proxy":"corp"');
  expect(told).toContain('"DOCKER_HOST":"tcp://docker:1"');
  expect(told).toContain('"HTTPS_PROXY":"http://');
  expect(told).not.toContain('GITHUB_TOKEN');
});
