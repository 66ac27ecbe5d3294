import { afterEach, beforeEach, expect, test } from 'vitest';
import { createProvider } from '../../worker/access/provider.ts';
import { CLIENT, type IdentityProvider, startIdentityProvider } from '../support/identity-provider.ts';

const PUBLIC = 'https://pruner.example';
const RESOURCE = `${PUBLIC}/mcp`;
const HOUR_MS = 3_600_000;

let idp: IdentityProvider;
beforeEach(async () => {
  idp = await startIdentityProvider(`${PUBLIC}/dashboard/sign-in/callback`);
});
afterEach(() => idp.close());

function connected() {
  const clock = { now: 1_000 };
  const settings = {
    ...{ issuer: idp.issuer, clientId: CLIENT.id, clientSecret: CLIENT.secret, publicUrl: PUBLIC },
    ...{ scopes: 'openid', groupsClaim: 'groups', groups: [] },
  };
  return { clock, provider: createProvider({ settings, clock: () => clock.now }) };
}

test('tokens are checked with the last keys while the provider is away, whatever else is sent meanwhile', async () => {
  const { clock, provider } = connected();
  const token = await idp.token('ada', RESOURCE);
  const { id } = await provider.verify(token);
  idp.status = 503;
  clock.now += 2 * HOUR_MS;
  const forged = await idp.token('ada', RESOURCE, { signed: 'by another key' });
  await expect(provider.verify(forged)).rejects.toMatchObject({ reason: 'invalid' });
  expect((await provider.verify(token)).id).toBe(id);
});

test.each([403, 404, 429, 302, 503])(
  'a provider that answers %i is away, and not asked again at once',
  async (status) => {
    const { clock, provider } = connected();
    const token = await idp.token('ada', RESOURCE);
    idp.status = status;
    for (let tries = 0; tries < 3; tries++)
      await expect(provider.verify(token)).rejects.toMatchObject({ reason: 'unreachable' });
    expect(idp.asked).toHaveLength(1);
    idp.status = undefined;
    clock.now += 10_000;
    expect((await provider.verify(token)).name).toBe('ada');
  },
);

test('a provider that answers without JSON is away', async () => {
  const { provider } = connected();
  idp.status = 204;
  await expect(provider.begin()).rejects.toMatchObject({ reason: 'unreachable' });
});
