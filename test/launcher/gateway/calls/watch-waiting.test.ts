import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { watchWaiting } from '../../../../launcher/gateway/calls/forward-call.ts';
import { NODE } from '../../../runtime/started.ts';
import { startGateway } from '../../../support/gateway.ts';
import { startHttpMcpServer } from '../../../support/mcp-servers/http-server.ts';
import { until } from '../../../support/until.ts';
import { runInProcess } from '../../cli/run-in-process.ts';
import { heldTimers } from '../../platform/process/held-timers.ts';

const SCRIPTED = fileURLToPath(new URL('../../../support/mcp-servers/scripted-server.mjs', import.meta.url));

/** Starts a gateway and a call that never gets an answer. */
async function waiting(servers: object, name: string) {
  const timers = heldTimers(10_000, 30_000, 60_000, 180_000);
  const it = await startGateway(servers, { timers });
  await until(async () => ((await it.names()).includes(name) ? true : undefined));
  const stop = new AbortController();
  const { signal } = stop;
  const progress: object[] = [];
  const session = { notify: () => {}, request: async () => ({}) };
  const context = {
    ...{ id: 1, signal, closing: signal, session, onWritten: () => {} },
    notify: (_: string, params: object) => void progress.push(params),
  };
  const params = { name, arguments: {}, _meta: { progressToken: 't' } };
  const call = it.gateway.tools.call(name, params, context, true).catch((error: unknown) => error);
  const started = (): boolean => it.events.some(({ event }) => event === 'tool.exec_start');
  await until(async () => started() || undefined);
  const status = async (): Promise<string> =>
    (await runInProcess(['mcp', 'status'], { cwd: it.home, env: { MCP_PRUNER_HOME: it.home } })).stdout;
  const end = async (): Promise<void> => {
    stop.abort(new Error('enough'));
    await call;
  };
  return { ...it, timers, progress, status, end };
}

const messages = (told: readonly { readonly method: string; readonly params: unknown }[]): unknown[] =>
  told.filter(({ method }) => method === 'notifications/message').map(({ params }) => params);

test('a stream that stalls said nothing for 27 hours', async () => {
  const server = await startHttpMcpServer();
  server.refuse = (response, what) => {
    if (what !== 'POST tools/call') return false;
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': waiting\n\n');
    return true;
  };
  const it = await waiting({ s: { url: server.url } }, 'mcp_s_echo');
  await until(async () => server.seen.some(({ what }) => what === 'POST tools/call') || undefined);
  // First the timer after which the connection counts as stable, then the heartbeat.
  it.timers.ring(30_000);
  it.timers.ring(30_000);
  await until(async () => server.seen.some(({ what }) => what === 'POST ping') || undefined);
  it.timers.ring(60_000);
  const text = 'no answer of server "s" to "echo" for 2 min; it is still connected';
  expect(it.progress).toEqual([{ progress: 2 ** -10, message: text, progressToken: 't' }]);
  expect(messages(it.told)).toEqual([{ level: 'warning', logger: 'mcp-pruner', data: text }]);
  const said = /echo has not answered for 2 min/;
  await until(async () => said.test(await it.status()) || undefined);
  it.timers.ring(180_000);
  expect(it.progress).toHaveLength(2);
  await it.end();
  await until(async () => !said.test(await it.status()) || undefined);
});

test('of a server that stands still it was not said that it answers no ping', async () => {
  const script = JSON.stringify({ pages: [['hang']], ping: 'silent' });
  const it = await waiting({ s: { command: NODE, args: [SCRIPTED, script] } }, 'mcp_s_hang');
  it.timers.ring(30_000);
  it.timers.ring(30_000);
  it.timers.ring(10_000);
  await setImmediate();
  it.timers.ring(60_000);
  expect(JSON.stringify(it.progress)).toContain('it does not answer a ping either');
  await until(async () => /hang has not answered for \d min, and a ping/.test(await it.status()) || undefined);
  await it.end();
});

test('progress of the server starts the time anew, and ours follows on it', () => {
  const timers = heldTimers(60_000, 180_000);
  const events: string[] = [];
  const sent: object[] = [];
  const call = watchWaiting({
    ...{ server: 's', tool: 't', timers, isSilent: () => false, say: () => {} },
    log: (_, event) => void events.push(event),
    onProgress: (progress) => void sent.push(progress),
  });
  call.progressed({ progress: 5, total: 10, message: 'half' });
  timers.ring(60_000);
  timers.ring(180_000);
  const words = (minutes: number): string => `no answer of server "s" to "t" for ${minutes} min; it is still connected`;
  expect(sent).toEqual([
    { progress: 5 + 2 ** -10, total: 10, message: words(1) },
    { progress: 5 + 2 ** -9, total: 10, message: words(4) },
  ]);
  call.progressed({ progress: 6 });
  call.stop();
  expect(events).toEqual(['gateway.call_waiting', 'gateway.call_waiting', 'gateway.call_resumed']);
  expect(() => timers.ring(60_000)).toThrow('no timer');
});
