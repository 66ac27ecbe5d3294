import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Event, type Launcher, startLauncher } from '../support/launcher.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/until.ts';
import { built } from './built.ts';
import { DENO, NODE, started } from './started.ts';

const SECRET = 'sk-collector-1234';
const sendingTo = (url: string): Record<string, string> => ({
  OTEL_TRACES_EXPORTER: 'otlp',
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_HEADERS: `api-key=${SECRET}`,
  // Shorter than the wait before a retry.
  OTEL_EXPORTER_OTLP_TIMEOUT: '500',
  OTEL_BSP_SCHEDULE_DELAY: '0',
});

/** Listens on loopback until the test ends. Returns the URL, and a function that stops it earlier. */
async function listening(answer: RequestListener): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  onTestFinished(close);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

async function reads(env: Record<string, string>, bin?: string): Promise<Launcher> {
  const root = tempDir();
  writeFileSync(path.join(root, 'a.txt'), 'word\n');
  const launcher = startLauncher(root, { MCP_PRUNER_HOME: path.join(root, 'h'), ...env }, [], bin);
  const clientInfo = { name: 'test', version: '1' };
  await launcher.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  await read(launcher);
  return launcher;
}

async function read(launcher: Launcher): Promise<void> {
  const { result } = await launcher.request('tools/call', { name: 'read', arguments: { file_path: 'a.txt' } });
  expect(JSON.stringify(result)).toContain('word');
}

/**
 * Returns the warnings about traces. Also checks that every line on stdout was JSON-RPC, and that no secret was logged.
 */
function warningsOf({ events, messages }: Launcher): readonly Event[] {
  for (const message of messages) expect(message.jsonrpc).toBe('2.0');
  expect(JSON.stringify(events)).not.toContain(SECRET);
  return events.filter(({ event }) => event === 'tracing.warning');
}

const CANNOT_SEND = 'cannot send spans to the collector (OTEL_EXPORTER_OTLP_ENDPOINT)';
/** On a busy machine, the time limit may pass before the connection is refused. */
const NOT_THERE = /^cannot send spans to the collector \(OTEL_EXPORTER_OTLP_ENDPOINT\): (ECONNREFUSED|Error)$/;

test('a collector that is not there is told of once, and calls go on', async () => {
  const { url, close } = await listening(() => {});
  await close();
  const launcher = await reads(sendingTo(url));
  await launcher.event('tracing.warning');
  await read(launcher);
  expect(await launcher.end()).toBe(0);
  expect(warningsOf(launcher)).toMatchObject([{ level: 'warn', data: { message: expect.stringMatching(NOT_THERE) } }]);
});

test('a collector that refuses is told of without its words', async () => {
  const { url } = await listening((request, response) => {
    response.writeHead(401, `bad key ${SECRET}`).end(String(request.headers['api-key']));
  });
  const launcher = await reads({ ...sendingTo(url), OTEL_EXPORTER_OTLP_TIMEOUT: '600000' });
  await launcher.event('tracing.warning');
  expect(await launcher.end()).toBe(0);
  expect(warningsOf(launcher)).toMatchObject([{ data: { message: `${CANNOT_SEND}: 401` } }]);
});

test('a collector that never answers does not keep the launcher from ending', async () => {
  const { url } = await listening(() => {});
  const launcher = await reads({ ...sendingTo(url), OTEL_EXPORTER_OTLP_TIMEOUT: '600000' });
  expect(await launcher.end()).toBe(0);
  const message = `${CANNOT_SEND}: no answer within 1000 ms at shutdown`;
  expect(warningsOf(launcher)).toMatchObject([{ data: { message } }]);
});

test('the last spans are sent at the end, also those that wait for others', async () => {
  const bodies: Promise<unknown>[] = [];
  const { url } = await listening((request, response) => {
    bodies.push(request.toArray());
    request.on('end', () => response.end('{}'));
  });
  const launcher = await reads({ ...sendingTo(url), OTEL_BSP_SCHEDULE_DELAY: '600000' });
  expect(await launcher.end()).toBe(0);
  expect(String(await bodies[0])).toContain('tools/call read');
  expect(bodies).toHaveLength(1);
});

/** Returns a copy of the built command without the parts that contain OpenTelemetry. */
function withoutOpenTelemetry(): string {
  const folder = tempDir();
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
  cpSync(path.dirname(built('bin')), folder, { recursive: true });
  const parts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
  const traced = parts.filter((name) => readFileSync(path.join(folder, name), 'utf8').includes('opentelemetry.js.api'));
  expect(traced).not.toEqual([]);
  for (const name of traced) rmSync(path.join(folder, name));
  return path.join(folder, 'index.js');
}

test('nothing of OpenTelemetry is loaded where it is off', async () => {
  const bin = withoutOpenTelemetry();
  const worker = await started(NODE, [bin, 'serve', '--port', '0', '--data', path.join(tempDir(), 'd')], {});
  onTestFinished(() => void worker.child.kill('SIGKILL'));
  const launcher = await reads({ PRUNER_URL: `${worker.url}/prune`, OTEL_TRACES_EXPORTER: 'none' }, bin);
  expect(await launcher.end()).toBe(0);
  expect(warningsOf(launcher)).toEqual([]);
  expect(await worker.stop()).toBe(0);
  // With tracing on, the command needs exactly the removed parts.
  const traced = await reads(sendingTo('http://127.0.0.1:9'), bin);
  expect(await traced.end()).toBe(0);
  expect(warningsOf(traced)).toMatchObject([{ data: { message: 'cannot start tracing: ERR_MODULE_NOT_FOUND' } }]);
});

test.each(['Node', 'Deno'])('a worker on %s says once that its collector is not there, and ends', async (on) => {
  const { url, close } = await listening(() => {});
  await close();
  const data = path.join(tempDir(), 'd');
  const worker =
    on === 'Node'
      ? await started(NODE, [built('bin'), 'serve', '--port', '0', '--data', data], sendingTo(url))
      : await started(DENO, ['run', '-A', 'worker/deno.ts'], { PORT: '0', PRUNER_DATA_DIR: data, ...sendingTo(url) });
  onTestFinished(() => void worker.child.kill('SIGKILL'));
  const warnings = (): string[] => worker.log().match(/.*tracing_warning.*/g) ?? [];
  await worker.door('/one');
  await until(async () => warnings()[0]);
  await worker.door('/two');
  expect(await worker.stop()).toBe(0);
  expect(warnings().map((line) => JSON.parse(line).message)).toEqual([expect.stringMatching(NOT_THERE)]);
  expect(worker.log()).not.toContain(SECRET);
});
