import { ask, json, serveWorker } from '../../drivers/http-server.ts';
import type { Scene } from '../../scene.ts';

/** Refused bodies, methods and paths, and requests that need no key. */
export const requests: Scene = {
  name: 'requests',
  async play(place, note) {
    const served = await serveWorker(place, { PRUNER_MAX_BODY_BYTES: '100000' });
    const post = (body: string | Uint8Array, headers: Readonly<Record<string, string>> = {}): RequestInit => ({
      ...{ method: 'POST', body: body as BodyInit, headers: { 'content-type': 'application/json', ...headers } },
    });
    const bodies: Readonly<Record<string, RequestInit>> = {
      'bad JSON': post('{"query": "q", '),
      'invalid UTF-8': post(Uint8Array.of(0x22, 0xff, 0x22)),
      'another type': post('{"query":"q","code":"c"}', { 'content-type': 'text/plain' }),
      'no body': { method: 'POST', headers: { 'content-type': 'application/json' } },
      'deep nesting': post('['.repeat(90_000)),
      'many values': post(`[${'0,'.repeat(49_000)}0]`),
      'too large': post(' '.repeat(100_001)),
      compressed: post('{}', { 'content-encoding': 'gzip' }),
      'a key': post('{"query":"q","code":"c"}', { authorization: 'Bearer mcpp_0000_0000' }),
      'an id': post('{"query":"q","code":"c"}', { 'x-request-id': 'trace-0042' }),
    };
    for (const [name, init] of Object.entries(bodies)) {
      note(`/prune, ${name}`, name, await ask(served, '/prune', init));
      note(`/mcp, ${name}`, name, await ask(served, '/mcp', init));
    }
    const paths =
      '/ /health /ready /openapi.json /docs /metrics /prune /prune/ /mcp /nothing /v1/teams /v1/keys /v1/usage /v1/usage?format=csv /v1/usage?period=x /dashboard /dashboard/ /dashboard/keys /dashboard/teams /dashboard/context /dashboard/nothing /dashboard/sign-in /k/mcpp_0_0/health /k/x/prune';
    for (const path of paths.split(' ')) note(`GET ${path}`, path, await ask(served, path));
    for (const method of ['HEAD', 'POST', 'DELETE', 'PUT', 'PATCH', 'OPTIONS'])
      for (const path of ['/health', '/prune', '/mcp', '/docs', '/v1/keys', '/dashboard'])
        note(`${method} ${path}`, path, await ask(served, path, { method }));
    const foreign = { headers: { origin: 'https://elsewhere.example' } };
    note('another origin', {}, await ask(served, '/mcp', { ...json({}), ...foreign }));
    const { code } = await served.stop();
    note('end', {}, { code });
  },
};
