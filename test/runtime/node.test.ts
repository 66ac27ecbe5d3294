import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import type { WorkerEvent } from '../../worker/http/events/worker-event.ts';
import { startNodeWorker } from '../../worker/node.ts';
import { byImmediate, createTurns } from '../../worker/routes/prune/turns.ts';
import { built } from './built.ts';
import { NODE, started } from './started.ts';

const TIMEOUT = 120_000;
const data = await mkdtemp(join(tmpdir(), 'mcp-pruner-'));
afterAll(() => rm(data, { recursive: true }));

/** Sends raw bytes, and resolves to everything received until the server closes the connection. */
function raw(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      answer += chunk;
    });
    socket.once('error', reject).once('close', () => resolve(answer));
  });
}

test('a request with two Host headers is refused, whichever is ours', async () => {
  const worker = await startNodeWorker({ port: 0, dataDir: data, env: {} });
  for (const [first, second] of [
    ['localhost', 'evil.example'],
    ['evil.example', 'localhost'],
    ['localhost', 'localhost'],
  ]) {
    const request = `GET /health HTTP/1.1\r\nHost: ${first}\r\nHost: ${second}\r\nConnection: close\r\n\r\n`;
    expect(await raw(worker.url, request)).toMatch(/^HTTP\/1\.1 400 /);
  }
  await worker.close();
});

const post = (headers: string, body: string): string =>
  `POST /prune HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nConnection: close\r\n${headers}\r\n\r\n${body}`;

test(
  'binds loopback, makes its folder for its owner alone, and closes twice without complaint',
  async () => {
    const events: WorkerEvent[] = [];
    const dataDir = join(data, 'deep', 'er');
    const worker = await startNodeWorker({ port: 0, dataDir, env: {}, log: (event) => events.push(event) });
    expect(worker.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    await Promise.all([worker.close(), worker.close()]);
    expect(events.map(({ event }) => event)).toEqual(['notice', 'listening', 'closed']);
  },
  TIMEOUT,
);

test(
  'an answer under way is finished before it closes',
  async () => {
    const worker = await startNodeWorker({ port: 0, dataDir: data, env: {} });
    const code = 'const a = 1;\n'.repeat(20_000);
    const answer = fetch(`${worker.url}/prune`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: 'a', code }),
    });
    // The answer shows that the first request has arrived, because both are handled by the same event loop.
    await (await fetch(`${worker.url}/health`)).text();
    await worker.close();
    expect((await (await answer).json()).origin_token_cnt).toBeGreaterThan(0);
  },
  TIMEOUT,
);

const HEAD = 'POST /prune HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n';

test.each([
  ['nothing at all', ['']],
  ['half of its headers', [HEAD]],
  ['one header after another', [HEAD, 'X-Drip: 1\r\n']],
  ['half of its body', [`${HEAD}\r\n{"query":`]],
  ['one byte of its body after another', [`${HEAD}\r\n{"query":"`, 'x']],
  ['nothing more after an answer', ['GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n']],
])(
  'a connection that sends %s was held for ever',
  async (_, [first = '', drip]) => {
    const times = { arrivalMs: 300, keptMs: 300, lookMs: 50 };
    const worker = await startNodeWorker({ port: 0, dataDir: data, env: {}, times });
    const { hostname, port } = new URL(worker.url);
    const socket = connect(Number(port), hostname, () => socket.write(first)).resume();
    // On Deno a write throws once the worker has ended the connection.
    const dripping = setInterval(() => drip !== undefined && socket.writable && socket.write(drip), 50);
    socket.on('error', () => {});
    await once(socket, 'close');
    clearInterval(dripping);
    await worker.close();
  },
  TIMEOUT,
);

test(
  'a port that is taken is an error',
  async () => {
    const worker = await startNodeWorker({ port: 0, dataDir: data, env: {} });
    const port = Number(new URL(worker.url).port);
    const other = join(data, 'other');
    await expect(startNodeWorker({ port, dataDir: other, env: {} })).rejects.toThrow(/EADDRINUSE/);
    await worker.close();
  },
  TIMEOUT,
);

test(
  'a file with the schema of a newer version was written to by an older one',
  async () => {
    const dataDir = join(data, 'newer');
    await (await startNodeWorker({ port: 0, dataDir, env: {} })).close();
    const database = new DatabaseSync(join(dataDir, 'worker.sqlite'));
    database.exec("INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')");
    database.close();
    await expect(startNodeWorker({ port: 0, dataDir, env: {} })).rejects.toThrow(
      /worker\.sqlite" was written by a newer version of mcp-pruner \(it has the step "9999_later\.sql"\): start that/,
    );
  },
  TIMEOUT,
);

test(
  'a limit in the environment that is no number is an error',
  async () => {
    const env = { PRUNER_MAX_BODY_BYTES: '10 MB' };
    await expect(startNodeWorker({ port: 0, dataDir: data, env })).rejects.toThrow(
      'cannot use PRUNER_MAX_BODY_BYTES "10 MB": expected an integer from 1 to 1073741824',
    );
  },
  TIMEOUT,
);

test(
  'a Content-Length that lies changes nothing but its own request',
  async () => {
    const worker = await started(NODE, [built('bin'), 'serve', '--port', '0', '--data', data], {
      PRUNER_MAX_BODY_BYTES: '1000',
    });
    const long = JSON.stringify({ query: 'q', code: 'c'.repeat(2000) });
    // The stated length is too short: the body ends there, and the remaining bytes are not a request.
    expect(await raw(worker.url, post('Content-Length: 20', long))).toMatch(/^HTTP\/1\.1 4(00|22) /);
    // The stated length exceeds the limit, and no body follows. The server refuses it before reading.
    expect(await raw(worker.url, post('Content-Length: 99999999', ''))).toMatch(/^HTTP\/1\.1 413 [\s\S]*"detail"/);
    // A request with both framings may be an attempt at request smuggling, so the HTTP parser refuses it.
    const chunk = `${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`;
    const both = 'Content-Length: 20\r\nTransfer-Encoding: chunked';
    expect(await raw(worker.url, post(both, chunk))).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(worker.url, post('Transfer-Encoding: chunked', chunk))).toMatch(/^HTTP\/1\.1 413 [\s\S]*"detail"/);
    expect((await fetch(`${worker.url}/health`)).status).toBe(200);
    expect(await worker.stop()).toBe(0);
  },
  TIMEOUT,
);

test(
  'a worker without keys answered strangers behind a proxy that rewrites Host',
  async () => {
    const worker = await startNodeWorker({ port: 0, dataDir: data, env: {} });
    const proxy = createServer((incoming, answer) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': incoming.socket.remoteAddress };
      incoming.pipe(
        request(`${worker.url}/prune`, { method: 'POST', headers }, (told) => {
          answer.writeHead(told.statusCode ?? 0);
          told.pipe(answer);
        }),
      );
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    const { port } = proxy.address() as AddressInfo;
    const init = { method: 'POST', body: '{"query":"why","code":"a"}' };
    const answer = await fetch(`http://127.0.0.1:${port}`, init);
    expect([answer.status, await answer.json()]).toMatchObject([
      403,
      { detail: expect.stringContaining('set PRUNER_ADMIN_KEY') },
    ]);
    proxy.close();
    await worker.close();
  },
  TIMEOUT,
);

test(
  'behind a proxy on another machine everybody shared one address',
  async () => {
    const env = { PRUNER_ADMIN_KEY: 'x'.repeat(32), PRUNER_TRUSTED_PROXIES: '10.0.0.0/8' };
    const worker = await startNodeWorker({ port: 0, dataDir: join(data, 'proxied'), env });
    const guess = async (client: string): Promise<number> => {
      const headers = { authorization: 'Bearer wrong', 'x-forwarded-for': `${client}, 10.0.0.1` };
      return (await fetch(`${worker.url}/v1/keys`, { headers })).status;
    };
    for (let i = 0; i < 20; i++) expect(await guess('203.0.113.7')).toBe(401);
    expect([await guess('203.0.113.7'), await guess('203.0.113.8')]).toEqual([429, 401]);
    await worker.close();
  },
  TIMEOUT,
);

test(
  'callers who go away leave no fault behind and hold up nobody',
  async () => {
    const events: WorkerEvent[] = [];
    const worker = await startNodeWorker({ port: 0, dataDir: data, env: {}, log: (event) => events.push(event) });
    const controller = new AbortController();
    // Six of these take seconds to prune. An answer of /health takes milliseconds.
    const body = JSON.stringify({ query: 'why', code: 'const answer = 42;\n'.repeat(100_000) });
    const headers = { 'content-type': 'application/json' };
    const gone = Array.from({ length: 6 }, () =>
      fetch(`${worker.url}/prune`, { method: 'POST', headers, body, signal: controller.signal }),
    );
    await (await fetch(`${worker.url}/health`)).text();
    controller.abort();
    const statuses = (await Promise.allSettled(gone)).map(({ status }) => status);
    // The first request may have been answered before the abort.
    expect(statuses).toContain('rejected');
    expect((await fetch(`${worker.url}/health`)).status).toBe(200);
    await worker.close();
    expect(events.filter(({ event }) => event === 'fault')).toEqual([]);
  },
  TIMEOUT,
);

test('immediates let timers have their turn', async () => {
  const turn = createTurns(byImmediate);
  let ticked = false;
  setTimeout(() => {
    ticked = true;
  }, 0);
  while (!ticked) await turn(1_000_000);
});
