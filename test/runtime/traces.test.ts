import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { type Collector, startCollector } from '../support/collector.ts';
import { type Launcher, startLauncher } from '../support/launcher.ts';
import { tempDir } from '../support/temp-dir.ts';
import { until } from '../support/until.ts';
import { startUpstream, type Upstream } from '../support/upstream.ts';
import { built } from './built.ts';
import { DENO, NODE, ROOT, type Started, started } from './started.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';
const FIELDS = { traceparent: `00-${TRACE}-${CALLER}-01`, tracestate: 'vendor=1' };
const HEADER = 'sk-collector-1234';
const KEY = 'k'.repeat(40);

const SAMPLE = Array.from({ length: 300 }, (_, at) =>
  at === 150 ? 'function closeSession() {\n  session.close();\n}\n' : `const part${at} = ${at};\n`,
).join('\n');

/** Variables that send each span at once. */
const sendingTo = (url: string): Record<string, string> => ({
  OTEL_TRACES_EXPORTER: 'otlp',
  OTEL_EXPORTER_OTLP_ENDPOINT: url,
  OTEL_EXPORTER_OTLP_HEADERS: `api-key=${HEADER}`,
  OTEL_BSP_SCHEDULE_DELAY: '0',
});

/** Permissions of `deno task serve`. */
const PERMISSIONS = readFileSync(`${ROOT}deno.json`, 'utf8').match(/--allow-[\w=-]+/g) ?? [];

const WORKERS = {
  Node: (env: Record<string, string>, folder: string) =>
    started(NODE, [built('bin'), 'serve', '--port', '0', '--data', folder], env),
  Deno: (env: Record<string, string>, folder: string) =>
    started(DENO, ['run', ...PERMISSIONS, 'worker/deno.ts'], { PORT: '0', PRUNER_DATA_DIR: folder, ...env }),
};

async function startWorker(runtime: keyof typeof WORKERS, env: Record<string, string>): Promise<Started> {
  const worker = await WORKERS[runtime](env, path.join(tempDir(), 'data'));
  onTestFinished(() => void worker.child.kill('SIGKILL'));
  return worker;
}

async function swePruner(): Promise<Upstream> {
  const upstream = await startUpstream();
  onTestFinished(() => upstream.close());
  return upstream;
}

const throughUpstream = (upstream: Upstream): Record<string, string> => ({
  PRUNER_ENGINE: 'upstream',
  PRUNER_UPSTREAM_URL: upstream.url,
  PRUNER_ADMIN_KEY: KEY,
});

async function greeted(env: Record<string, string>, servers?: object): Promise<Launcher> {
  const root = tempDir();
  const home = path.join(root, 'h');
  mkdirSync(home);
  writeFileSync(path.join(root, 'sample.ts'), SAMPLE);
  const config = JSON.stringify({ mcpServers: servers });
  if (servers !== undefined) writeFileSync(path.join(home, 'mcp-config.json'), config, { mode: 0o600 });
  const launcher = startLauncher(root, { MCP_PRUNER_HOME: home, ...env });
  const clientInfo = { name: 'test', version: '1' };
  await launcher.request('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  launcher.send(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
  return launcher;
}

const READ = {
  name: 'read',
  arguments: { file_path: 'sample.ts', context_focus_question: 'Where is closeSession?' },
  _meta: FIELDS,
};

function expectNoSecrets(collector: Collector, ...logs: readonly string[]): void {
  for (const written of [...collector.bodies, ...logs]) {
    expect(written).not.toContain(HEADER);
    expect(written).not.toContain(KEY);
    expect(written).not.toContain('closeSession');
  }
}

test.each(['Node', 'Deno'] as const)(
  'one trace goes from the agent through launcher and worker on %s to the upstream',
  async (on) => {
    const [collector, upstream] = [await startCollector(), await swePruner()];
    const worker = await startWorker(on, { ...sendingTo(collector.url), ...throughUpstream(upstream) });
    const remote = { PRUNER_URL: `${worker.url}/prune`, PRUNER_API_KEY: KEY };
    const launcher = await greeted({ ...sendingTo(collector.url), ...remote });
    const { result } = await launcher.request('tools/call', READ);
    expect(JSON.stringify(result)).toContain('closeSession');
    const asked = await collector.span('mcp-pruner', 'tools/call read');
    const asks = await collector.span('mcp-pruner', 'POST');
    const served = await collector.span('mcp-pruner-worker', 'POST /prune');
    const passes = await collector.span('mcp-pruner-worker', 'POST');
    expect(
      [asked, asks, served, passes].map(({ trace, parent, kind, failed }) => [trace, parent, kind, failed]),
    ).toEqual([
      [TRACE, CALLER, 'server', false],
      [TRACE, asked.id, 'client', false],
      [TRACE, asks.id, 'server', false],
      [TRACE, served.id, 'client', false],
    ]);
    expect(upstream.seen.traces).toEqual([{ traceparent: `00-${TRACE}-${passes.id}-01`, tracestate: 'vendor=1' }]);
    expect(asked.attributes).toEqual({ 'mcp.method.name': 'tools/call', 'gen_ai.tool.name': 'read' });
    expect(served.attributes).toEqual({
      'http.request.method': 'POST',
      'http.route': '/prune',
      'http.response.status_code': 200,
    });
    const { hostname, port } = new URL(upstream.url);
    expect(passes.attributes).toEqual({
      'http.request.method': 'POST',
      'server.address': hostname,
      'server.port': Number(port),
      'http.response.status_code': 200,
    });
    expect(await launcher.end()).toBe(0);
    expect(await worker.stop()).toBe(0);
    expect(new Set(collector.headers.map((one) => one['api-key']))).toEqual(new Set([HEADER]));
    expectNoSecrets(collector, JSON.stringify(launcher.events), worker.log());
    // The requests that send the spans are not traced themselves.
    expect(collector.spans).toHaveLength(4);
  },
);

test('the embedded engine is a span with sizes; probes are none, and paths show no keys', async () => {
  const collector = await startCollector();
  const worker = await startWorker('Node', { ...sendingTo(collector.url), OTEL_SERVICE_NAME: 'eu-1' });
  await worker.door('/ready');
  await worker.door('/k/mcpp_secret/nothing/here');
  const body = JSON.stringify({ query: 'Where is closeSession?', code: SAMPLE });
  const headers = { 'content-type': 'application/json', ...FIELDS };
  await worker.door('/prune', { method: 'POST', body, headers });
  const served = await collector.span('eu-1', 'POST /prune');
  const pruned = await collector.span('eu-1', 'prune');
  expect([served.trace, served.parent, pruned.trace, pruned.parent]).toEqual([TRACE, CALLER, TRACE, served.id]);
  expect(pruned.attributes).toMatchObject({
    'mcp_pruner.text.bytes': SAMPLE.length,
    'mcp_pruner.text.lines': SAMPLE.split('\n').length - 1,
    'mcp_pruner.text.kind': 'source',
  });
  await worker.stop();
  expect(new Set(collector.spans.map(({ name }) => name))).toEqual(new Set(['GET', 'POST /prune', 'prune']));
  expect(collector.bodies.join('')).not.toContain('secret');
});

const ANSWERING = fileURLToPath(new URL('../support/mcp-servers/answering-server.mjs', import.meta.url));
const BEHIND = { behind: { command: NODE, args: [ANSWERING] } };
const CALL = { name: 'mcp_behind_answer', arguments: { a: 1 }, _meta: { ...FIELDS, kept: 'this' } };

/** Returns the `_meta` that reached the server behind the gateway. */
async function metaBehind(launcher: Launcher): Promise<Record<string, unknown>> {
  await until(async () => JSON.stringify(await launcher.request('tools/list')).includes(CALL.name) || undefined);
  const { result } = await launcher.request('tools/call', CALL);
  const [{ text = '' } = {}] = (result?.['content'] ?? []) as { text?: string }[];
  const { _meta } = JSON.parse(text.split('\n')[0] ?? '') as { _meta: Record<string, unknown> };
  return _meta;
}

test('a server behind the gateway is named the span that asks it', async () => {
  const collector = await startCollector();
  const launcher = await greeted(sendingTo(collector.url), BEHIND);
  const meta = await metaBehind(launcher);
  const asked = await collector.span('mcp-pruner', `tools/call ${CALL.name}`);
  const asks = await collector.span('mcp-pruner', 'tools/call answer');
  expect([asked.trace, asked.parent, asks.trace, asks.parent]).toEqual([TRACE, CALLER, TRACE, asked.id]);
  expect(asks.attributes).toMatchObject({ 'gen_ai.tool.name': 'answer', 'mcp_pruner.server': 'behind' });
  expect(meta).toMatchObject({ traceparent: `00-${TRACE}-${asks.id}-01`, tracestate: 'vendor=1', kept: 'this' });
  const refused = { name: CALL.name, arguments: { result: { content: [], isError: true } } };
  await launcher.request('tools/call', refused);
  const failed = await until(async () => collector.spans.find((one) => one.failed));
  expect(failed.attributes).toMatchObject({ 'error.type': 'tool_error' });
  expect(await launcher.end()).toBe(0);
});

test('without tracing, a server behind the gateway is sent what the agent sent', async () => {
  const launcher = await greeted({}, BEHIND);
  expect(await metaBehind(launcher)).toMatchObject({ ...FIELDS, kept: 'this' });
  expect(await launcher.end()).toBe(0);
});

test.each(['Node', 'Deno'] as const)('without tracing, the worker on %s passes on what its caller sent', async (on) => {
  const upstream = await swePruner();
  const worker = await startWorker(on, throughUpstream(upstream));
  const body = (at: number): string => JSON.stringify({ query: 'Where is closeSession?', code: `${SAMPLE}${at}` });
  const common = { 'content-type': 'application/json', authorization: `Bearer ${KEY}` };
  const given = [FIELDS, { ...FIELDS, tracestate: 'A=1' }, { ...FIELDS, traceparent: 'x' }, {}];
  for (const [at, fields] of given.entries()) {
    const headers = { ...common, ...(fields as Record<string, string>) };
    expect((await worker.door('/prune', { method: 'POST', body: body(at), headers })).status).toBe(200);
  }
  expect(upstream.seen.traces).toEqual([FIELDS, { traceparent: FIELDS.traceparent }, {}, {}]);
});
