import { expect, test } from 'vitest';
import { checkServer } from '../../../../launcher/gateway/config/check-server.ts';
import { expandServer } from '../../../../launcher/gateway/config/expand-server.ts';
import { checkPermissions } from '../../../../launcher/gateway/config/load-config.ts';
import { redactConfigured } from '../../../../launcher/gateway/config/redact-configured.ts';
import type { HttpServerConfig } from '../../../../launcher/gateway/config/server-config.ts';
import { shownServer } from '../../../../launcher/gateway/config/shown-server.ts';
import { literalSecrets } from '../../../../launcher/setup/import/literal-secrets.ts';

const URL = 'https://far/mcp';
const checked = (oauth: unknown) => checkServer('s', { url: URL, oauth });
function configOf(oauth: object): HttpServerConfig {
  const { server } = checked(oauth);
  if (!server.ok) throw new Error(server.issues[0]?.message);
  return server.config as HttpServerConfig;
}

test('what a user signs in with is read, and filled in from the environment', () => {
  const oauth = {
    clientId: `\${ID}`,
    clientSecret: `\${SECRET}`,
    scopes: ['read', `\${MORE:-write}`],
    clientMetadataUrl: `https://\${HOST}/me.json`,
    callbackPort: 8080,
  };
  const config = configOf(oauth);
  expect(config.oauth).toEqual(oauth);
  expect(expandServer('s', config, { ID: 'me', SECRET: 'hunter22', HOST: 'h' })).toMatchObject({
    ok: true,
    config: {
      oauth: {
        clientId: 'me',
        clientSecret: 'hunter22',
        scopes: ['read', 'write'],
        clientMetadataUrl: 'https://h/me.json',
        callbackPort: 8080,
      },
    },
  });
  expect(expandServer('s', config, {})).toMatchObject({ ok: false, missing: ['ID', 'SECRET', 'HOST'] });
  expect(expandServer('s', config, { ID: 'me', SECRET: 'x', HOST: 'h/#' })).toMatchObject({
    issues: [{ path: 'mcpServers.s.oauth.clientMetadataUrl' }],
  });
});

test.each([
  [
    'me',
    'cannot use mcpServers.s.oauth (a string): expected an object with any of the keys clientId, clientSecret, scopes, clientMetadataUrl, callbackPort',
  ],
  [{ clientId: 5 }, 'cannot use mcpServers.s.oauth.clientId (a number): expected a non-empty string'],
  [{ clientId: '' }, 'cannot use mcpServers.s.oauth.clientId (a string): expected a non-empty string'],
  [{ scopes: 'read' }, 'cannot use mcpServers.s.oauth.scopes (a string): expected an array of strings'],
  [{ scopes: [5] }, 'cannot use mcpServers.s.oauth.scopes[0] (a number): expected a string'],
  [{ callbackPort: 0 }, 'cannot use mcpServers.s.oauth.callbackPort (a number): expected an integer from 1 to 65535'],
  [
    { callbackPort: 65_536 },
    'cannot use mcpServers.s.oauth.callbackPort (a number): expected an integer from 1 to 65535',
  ],
  [{ clientSecret: 'hunter22' }, 'cannot use mcpServers.s.oauth.clientSecret: expected a clientId beside it'],
  [
    { clientMetadataUrl: 'http://h/me' },
    'cannot use mcpServers.s.oauth.clientMetadataUrl: expected an https URL with a path',
  ],
  [
    { clientMetadataUrl: 'https://h/' },
    'cannot use mcpServers.s.oauth.clientMetadataUrl: expected an https URL with a path',
  ],
])('a sign-in of %j is refused without a value of it', (oauth, message) => {
  const { server } = checked(oauth);
  expect(server.ok ? [] : server.issues.map((issue) => issue.message)).toEqual([message]);
});

test('keys that we do not know, and a sign-in of a program, are warned of', () => {
  expect(checked({ clientId: 'me', tokenUrl: 'x' }).warnings.map(({ message }) => message)).toEqual([
    'ignored mcpServers.s.oauth.tokenUrl: unknown key, expected one of clientId, clientSecret, scopes, clientMetadataUrl, callbackPort',
  ]);
  expect(checkServer('s', { command: 'x', oauth: {} }).warnings.map(({ message }) => message)).toEqual([
    'ignored mcpServers.s.oauth: it has no effect with transport "stdio"',
  ]);
});

test('a client’s secret is neither shown nor told, and warned of where it stands in the file', () => {
  const config = configOf({ clientId: 'me', clientSecret: 'hunter22' });
  expect(shownServer(config)).toMatchObject({ oauth: { clientId: 'me', clientSecret: '…' } });
  expect(redactConfigured(config)('no client hunter22')).toBe('no client [redacted]');
  expect(literalSecrets(config)).toEqual(['oauth.clientSecret']);
  expect(checkPermissions('/f', 0o644, [{ name: 's', ok: true, config }], 'linux')).toHaveLength(1);
  const referred = configOf({ clientId: 'me', clientSecret: `\${SECRET}` });
  expect(shownServer(referred)).toMatchObject({ oauth: { clientSecret: `\${SECRET}` } });
  expect(literalSecrets(referred)).toEqual([]);
  expect(checkPermissions('/f', 0o644, [{ name: 's', ok: true, config: referred }], 'linux')).toEqual([]);
});
