import { expect, test } from 'vitest';
import type { Authentication } from '../../../src/teams/keys/authenticator.ts';
import type { Principal } from '../../../src/teams/keys/principal.ts';
import { createGate, type GateOptions, LOCAL } from '../../../worker/access/gate.ts';

const ADA = { ...LOCAL, kind: 'key', team: 'blue', key: 'ada' } as Principal;
const request = (authorization?: string, host = 'localhost:8000'): Request =>
  new Request(`http://${host}/prune`, authorization === undefined ? {} : { headers: { authorization } });

function bench(options: Partial<GateOptions> & { readonly found?: Authentication } = {}) {
  const { found = ADA, ...rest } = options;
  const asked: string[] = [];
  const authenticate = async (credential: string): Promise<Authentication> => {
    asked.push(credential);
    return found;
  };
  const authenticator = { authenticate, resume: async () => 'unknown' as const, forget: () => {} };
  const gate = createGate({ authenticator, hasKeys: async () => true, keyless: 'local', ...rest });
  return { gate, asked };
}

test('a keyed worker asks whose the credential is, and lets nobody in without one', async () => {
  const { gate, asked } = bench();
  expect(await gate(request('Bearer secret'))).toBe(ADA);
  expect(await gate(request())).toEqual({ ok: false, code: 'unauthorized', detail: 'Unauthorized' });
  expect(asked).toEqual(['secret']);
});

test('what is wrong with a key is not told, and that it cannot be checked is', async () => {
  const unknown = await bench({ found: 'unknown' }).gate(request('Bearer x'));
  expect(unknown).toEqual(await bench().gate(request()));
  expect(await bench({ found: 'unavailable' }).gate(request('Bearer x'))).toMatchObject({
    ...{ code: 'storage_unavailable', detail: 'Keys cannot be checked right now' },
    retryAfterSeconds: 5,
  });
});

test('a guess that is not looked at is told when to come again', async () => {
  const { gate } = bench({ found: { kind: 'slowed', retryAfterSeconds: 9 } });
  expect(await gate(request('Bearer x'))).toMatchObject({
    ...{ code: 'rate_limited', detail: 'Too many invalid keys; wait, then try again' },
    retryAfterSeconds: 9,
  });
});

test('a worker without keys answers its own machine, and refuses all others', async () => {
  const { gate, asked } = bench({ hasKeys: async () => false });
  expect(await gate(request())).toBe(LOCAL);
  expect(await gate(request('Bearer x', '127.0.0.1'))).toBe(LOCAL);
  expect(await gate(request(undefined, 'pruner.example'))).toMatchObject({
    ...{ code: 'forbidden', detail: 'A worker without keys answers only to localhost' },
  });
  const refusing = bench({ hasKeys: async () => false, keyless: 'refuse' });
  expect(await refusing.gate(request())).toMatchObject({
    ...{ code: 'not_configured', detail: expect.stringContaining('set the secret PRUNER_ADMIN_KEY') },
  });
  expect(asked).toEqual([]);
});

test.each([
  ...['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Real-IP', 'Via', 'X-Client-IP'],
  ...['X-Cluster-Client-IP', 'X-Envoy-External-Address', 'True-Client-IP', 'CF-Connecting-IP', 'Fastly-Client-IP'],
])('a worker without keys answered strangers for a proxy that calls it localhost and sends %s', async (name) => {
  const { gate } = bench({ hasKeys: async () => false });
  const forwarded = new Request('http://localhost:8000/prune', { headers: { [name]: '203.0.113.7' } });
  expect(await gate(forwarded)).toMatchObject({
    code: 'forbidden',
    detail: `A worker without keys answers only to its own machine, and the header "${name.toLowerCase()}" shows that a proxy sent this request: set PRUNER_ADMIN_KEY, then create a team and a key (POST /v1/teams, POST /v1/keys)`,
  });
  forwarded.headers.set('authorization', 'Bearer secret');
  expect(await bench().gate(forwarded)).toBe(ADA);
});

test('whoever is on this machine manages nothing', () => {
  expect(LOCAL).toMatchObject({ kind: 'local', team: 'local', key: 'local' });
  expect([...LOCAL.scopes].sort()).toEqual(['artifacts', 'context', 'metrics', 'prune', 'read']);
});

test('a worker that has keys is not asked again, and never answers without one afterwards', async () => {
  const answers = [false, false, true, false];
  let asked = 0;
  const { gate } = bench({ hasKeys: async () => answers[asked++] as boolean });
  expect(await gate(request())).toBe(LOCAL);
  expect(await gate(request())).toBe(LOCAL);
  for (let i = 0; i < 3; i++) expect(await gate(request())).toMatchObject({ code: 'unauthorized' });
  expect(asked).toBe(3);
});

test('while nobody can tell whether there are keys nobody is let in, and it is asked again', async () => {
  let fails = true;
  const hasKeys = async (): Promise<boolean> => {
    if (fails) throw new Error('gone');
    return false;
  };
  const { gate } = bench({ hasKeys });
  expect(await gate(request('Bearer secret'))).toMatchObject({ code: 'storage_unavailable' });
  fails = false;
  expect(await gate(request())).toBe(LOCAL);
});
