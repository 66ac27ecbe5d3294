import { expect, test } from 'vitest';
import { readSettings } from '../../../worker/settings/settings.ts';
import type { WorkerEnv } from '../../../worker/settings/variables.ts';

test('the defaults', () => {
  expect(readSettings({})).toEqual({
    adminKey: undefined,
    engine: 'embedded',
    upstream: undefined,
    bodyBytes: 10_485_760,
    ratePerMinute: 1200,
    hosts: [],
    origins: [],
    trustedProxies: [],
    cacheBytes: 67_108_864,
    auditMs: 730 * 86_400_000,
    webhook: undefined,
    redactArtifacts: false,
  });
});

test('everything said', () => {
  expect(
    readSettings({
      PRUNER_ADMIN_KEY: 'x'.repeat(32),
      PRUNER_ENGINE: 'auto',
      PRUNER_UPSTREAM_URL: 'http://gpu.example:8000/prune',
      PRUNER_UPSTREAM_KEY: 'k',
      PRUNER_UPSTREAM_TIMEOUT_MS: '100',
      PRUNER_UPSTREAM_CONCURRENCY: '1',
      PRUNER_MAX_BODY_BYTES: '1',
      PRUNER_RATE_PER_MINUTE: '0',
      PRUNER_ALLOWED_HOSTS: 'pruner.example, [::1]',
      PRUNER_ALLOWED_ORIGINS: 'https://app.example',
      PRUNER_TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.1, 2001:db8::/32, ::1',
      PRUNER_CACHE_MAX_BYTES: '0',
      PRUNER_AUDIT_DAYS: '30',
      PRUNER_WEBHOOK_URL: 'https://hooks.example/pruner',
      PRUNER_WEBHOOK_KEY: 'k',
      ARTIFACT_REDACT: 'on',
    }),
  ).toEqual({
    adminKey: 'x'.repeat(32),
    engine: 'auto',
    upstream: { url: 'http://gpu.example:8000/prune', apiKey: 'k', timeoutMs: 100, concurrency: 1 },
    bodyBytes: 1,
    ratePerMinute: 0,
    hosts: ['pruner.example', '[::1]'],
    origins: ['https://app.example'],
    trustedProxies: ['10.0.0.0/8', '192.0.2.1', '2001:db8::/32', '::1'],
    cacheBytes: 0,
    auditMs: 30 * 86_400_000,
    webhook: { url: 'https://hooks.example/pruner', key: 'k' },
    redactArtifacts: true,
  });
});

const UPSTREAM = { PRUNER_ENGINE: 'upstream', PRUNER_UPSTREAM_URL: 'http://gpu.example/prune' };

const PROVIDER: WorkerEnv = {
  ...{ PRUNER_OIDC_ISSUER: 'http://127.0.0.1:9/realm', PRUNER_OIDC_CLIENT: 'https://c.example/id:a:secret' },
  ...{ PRUNER_OIDC_GROUPS: 'ops = Core:root , *=Guests', PRUNER_PUBLIC_URL: 'https://p.example/' },
};

test('an identity provider is read with its groups in order', () => {
  expect(readSettings({ ...PROVIDER, PRUNER_TOKEN_PRICE: '2.5 EUR' })).toMatchObject({
    provider: {
      ...{ clientId: 'https://c.example/id', clientSecret: 'a:secret', publicUrl: 'https://p.example' },
      groups: [
        { group: 'ops', team: 'Core', role: 'root' },
        { group: '*', team: 'Guests', role: 'member' },
      ],
    },
    price: { perMillion: 2.5, currency: 'EUR' },
  });
});

test.each<[WorkerEnv, string]>([
  ...['http://localhost.evil.example', 'https://u:secret@x', 'ftp://x', ''].map((url): [WorkerEnv, string] => [
    { ...PROVIDER, PRUNER_PUBLIC_URL: url },
    'cannot use PRUNER_PUBLIC_URL',
  ]),
  [{ ...PROVIDER, PRUNER_PUBLIC_URL: 'https://x/base' }, 'expected an https URL without a path'],
  [{ ...PROVIDER, PRUNER_OIDC_GROUPS: 'ops=Core:owner' }, 'cannot use PRUNER_OIDC_GROUPS "ops=Core:owner": expected'],
  [{ ...PROVIDER, PRUNER_OIDC_SCOPES: 'profile' }, '"openid" among them'],
  [{ PRUNER_TOKEN_PRICE: '3 dollars' }, 'cannot use PRUNER_TOKEN_PRICE "3 dollars": expected an amount'],
  [{ PRUNER_ENGINE: 'fast' }, 'cannot use PRUNER_ENGINE "fast": expected one of "embedded", "upstream", "auto"'],
  [{ ARTIFACT_REDACT: 'yes' }, 'cannot use ARTIFACT_REDACT "yes": expected one of "on", "off"'],
  [{ PRUNER_ENGINE: 'auto' }, 'cannot use PRUNER_ENGINE "auto" without an upstream: set PRUNER_UPSTREAM_URL'],
  [{ ...UPSTREAM, PRUNER_UPSTREAM_URL: 'ftp://x' }, 'cannot use PRUNER_UPSTREAM_URL: expected an http or https URL'],
  [
    { ...UPSTREAM, PRUNER_UPSTREAM_URL: 'http://u:secret@x/' },
    'cannot use PRUNER_UPSTREAM_URL: expected an http or https URL',
  ],
  [{ PRUNER_WEBHOOK_URL: 'http://u:secret@x/' }, 'cannot use PRUNER_WEBHOOK_URL: expected an http or https URL'],
  [{ PRUNER_AUDIT_DAYS: '0' }, 'cannot use PRUNER_AUDIT_DAYS "0": expected an integer from 1 to 36500'],
  [{ ...UPSTREAM, PRUNER_UPSTREAM_KEY: 'a secret' }, 'cannot use PRUNER_UPSTREAM_KEY: expected printable ASCII'],
  [
    { ...UPSTREAM, PRUNER_UPSTREAM_TIMEOUT_MS: '99' },
    'cannot use PRUNER_UPSTREAM_TIMEOUT_MS "99": expected an integer from 100 to 300000',
  ],
  [{ PRUNER_ADMIN_KEY: 'secret' }, 'cannot use PRUNER_ADMIN_KEY: expected 32 to 512'],
  [{ PRUNER_ADMIN_KEY: 'x'.repeat(31) }, 'cannot use PRUNER_ADMIN_KEY: expected 32 to 512'],
  [{ PRUNER_MAX_BODY_BYTES: '1e3' }, 'cannot use PRUNER_MAX_BODY_BYTES "1e3": expected an integer from 1'],
  [{ PRUNER_RATE_PER_MINUTE: '-1' }, 'cannot use PRUNER_RATE_PER_MINUTE "-1": expected an integer from 0'],
  [
    { PRUNER_ALLOWED_HOSTS: 'http://x' },
    'cannot use PRUNER_ALLOWED_HOSTS "http://x": expected comma-separated host names',
  ],
  ...['10.0.0.0/33', '10.0.0', '2001:db8::/129', 'proxy.example', '10.0.0.1-10.0.0.9', '10.0.0.0/'].map(
    (said): [WorkerEnv, string] => [
      { PRUNER_TRUSTED_PROXIES: `::1, ${said}` },
      `cannot use PRUNER_TRUSTED_PROXIES "${said}": expected comma-separated IPv4 and IPv6 addresses and CIDR ranges such as "10.0.0.0/8"`,
    ],
  ),
  [
    { PRUNER_ALLOWED_ORIGINS: 'app.example' },
    'cannot use PRUNER_ALLOWED_ORIGINS "app.example": expected comma-separated origins',
  ],
])('%j is refused by name, without a secret', (env, message) => {
  expect(() => readSettings(env)).toThrow(message);
  try {
    readSettings(env);
  } catch (error) {
    expect(String(error)).not.toContain('secret');
  }
});
