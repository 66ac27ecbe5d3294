import { expect, test } from 'vitest';
import {
  commandEnvironment,
  isBashEnv,
  withoutProxyPasswords,
} from '../../../../launcher/platform/process/command-environment.ts';

const passed = (env: Readonly<Record<string, string>>): string => Object.keys(commandEnvironment(env)).join(' ');

test('a command gets what the server has, not a list of names', () => {
  const env = {
    PATH: '/bin',
    MY_SETTING: '1',
    KUBECONFIG: '/k',
    LD_LIBRARY_PATH: '/l',
    SSH_AUTH_SOCK: '/s',
    MONKEY: 'm',
  };
  expect(commandEnvironment(env)).toEqual(env);
});

test.each([
  [
    'words of secrets',
    'API_KEY GITHUB_TOKEN my_secret DB_PASSWORD PASSWD AWS_X NPM_CONFIG_AUTH X_CREDENTIALS_FILE OTEL_EXPORTER_OTLP_HEADERS',
  ],
  ['our own', 'PRUNER_URL MCP_PRUNER_HOME JEEVES_PRUNER_ENABLED ARTIFACT_REDACT'],
  [
    'hosts',
    'CLAUDECODE CLAUDE_CODE_ENTRYPOINT CODEX_HOME ANTHROPIC_BASE_URL OPENAI_ORG VSCODE_PID ELECTRON_RUN_AS_NODE',
  ],
  ['clouds', 'AWS_REGION GOOGLE_APPLICATION AZURE_TENANT CLOUDFLARE_ACCOUNT'],
])('%s stay behind', (_, names) => {
  expect(passed(Object.fromEntries(names.split(' ').map((name) => [name, 'x'])))).toBe('');
});

test('URLs with a password stay behind, proxies go along', () => {
  const env = {
    DATABASE_URL: 'postgres://me:secret@db/x',
    HOMEPAGE: 'https://me@example/',
    HTTPS_PROXY: 'http://me:secret@proxy:1',
    http_proxy: 'http://proxy:1',
    DOCKER_HOST: 'tcp://d:1',
  };
  expect(passed(env)).toBe('HOMEPAGE HTTPS_PROXY http_proxy DOCKER_HOST');
  expect(withoutProxyPasswords('HTTPS_PROXY=http://me:secret@proxy:1 (secret)', env)).toBe(
    'HTTPS_PROXY=http://me:[redacted]@proxy:1 ([redacted])',
  );
});

test('names are added and removed', () => {
  const env = { GITHUB_TOKEN: 't', LD_PRELOAD: 'p', LD_X: 'x', PATH: '/bin' };
  expect(passed({ ...env, MCP_PRUNER_BASH_ENV: 'GITHUB_TOKEN, -LD_*' })).toBe('GITHUB_TOKEN PATH');
  expect(commandEnvironment(env, { GITHUB_TOKEN: 'given' })['GITHUB_TOKEN']).toBe('given');
  expect(['', 'A', '-A_*, b', 'A=1', '*', 'A;B'].map(isBashEnv)).toEqual([true, true, true, false, false, false]);
});
