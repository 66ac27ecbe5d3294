import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createProvider } from '../../worker/access/provider.ts';
import { CLIENT, type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';

const PUBLIC = 'https://pruner.example';
const RESOURCE = `${PUBLIC}/mcp`;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let idp: IdentityProvider;
beforeEach(async () => {
  // The library asks the system's clock.
  vi.useFakeTimers({ toFake: ['Date'] });
  idp = await startIdentityProvider(`${PUBLIC}/dashboard/sign-in/callback`);
});
afterEach(async () => {
  vi.useRealTimers();
  await idp.close();
});

const pass = (ms: number): unknown => vi.setSystemTime(Date.now() + ms);
const token = (kid?: string): Promise<string> =>
  idp.token('ada', RESOURCE, { claims: { exp: Date.now() / 1000 + 86_400 }, ...(kid !== undefined && { kid }) });

const connected = () => {
  const settings = {
    ...{ issuer: idp.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, publicUrl: PUBLIC },
    ...{ scopes: 'openid', groupsClaim: 'groups', groups: [] },
  };
  return createProvider({ settings, clock: Date.now });
};

const AWAY = [
  { status: 503, body: '' },
  { status: 429, body: '{}' },
  { status: 404, body: '<p>' },
  { status: 302, body: '' },
  { status: 200, body: '{"error": "maintenance"}' },
  { status: 200, body: '{"keys": [' },
];

test.each(AWAY)('while the provider answers $status $body, its last keys serve for twelve hours', async (answer) => {
  const provider = connected();
  const { id } = await provider.verify(await token());
  idp.answer = answer;
  pass(2 * MINUTE_MS);
  const before = idp.asked.length;
  // The library forgets its keys if it does not know one.
  await expect(provider.verify(await token('unknown'))).rejects.toMatchObject({ reason: 'unreachable' });
  expect((await provider.verify(await token())).id).toBe(id);
  expect(idp.asked.length - before).toBe(1);
  const forged = await idp.token('ada', RESOURCE, { signed: 'by another key' });
  await expect(provider.verify(forged)).rejects.toMatchObject({ reason: 'invalid' });
  pass(11 * HOUR_MS);
  expect((await provider.verify(await token())).id).toBe(id);
  pass(HOUR_MS);
  await expect(provider.verify(await token())).rejects.toMatchObject({ reason: 'unreachable' });
  idp.answer = undefined;
  pass(MINUTE_MS);
  expect((await provider.verify(await token())).id).toBe(id);
});

test.each(AWAY)('a provider that answers $status $body is away, and not asked again at once', async (answer) => {
  const provider = connected();
  idp.answer = answer;
  for (let tries = 0; tries < 3; tries++)
    await expect(provider.verify(await token())).rejects.toMatchObject({ reason: 'unreachable' });
  expect(idp.asked).toHaveLength(1);
  idp.answer = undefined;
  pass(10_000);
  expect((await provider.verify(await token())).name).toBe('ada');
});

test('a provider of another issuer is not asked again at once', async () => {
  const provider = connected();
  idp.answer = { status: 200, body: '{"issuer": "https://evil.example"}' };
  for (let tries = 0; tries < 3; tries++) await expect(provider.begin()).rejects.toMatchObject({ reason: 'invalid' });
  expect(idp.asked).toHaveLength(1);
});
