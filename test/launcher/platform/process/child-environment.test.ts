import { expect, test } from 'vitest';
import {
  childEnvironment,
  SAFE_VARIABLES,
  serverEnvironment,
} from '../../../../launcher/platform/process/child-environment.ts';

const PINNED =
  'PATH HOME USER LOGNAME SHELL TMPDIR TMP TEMP XDG_* LANG LANGUAGE LC_* TZ TERM COLORTERM NO_COLOR FORCE_COLOR ' +
  'EDITOR VISUAL PAGER CI SSH_AUTH_SOCK DISPLAY WAYLAND_DISPLAY JAVA_HOME GOPATH GOROOT CARGO_HOME RUSTUP_HOME ' +
  'NVM_DIR VOLTA_HOME PNPM_HOME BUN_INSTALL DENO_DIR PYENV_ROOT VIRTUAL_ENV CONDA_PREFIX SSL_CERT_FILE SSL_CERT_DIR ' +
  'NODE_EXTRA_CA_CERTS CURL_CA_BUNDLE REQUESTS_CA_BUNDLE GIT_SSL_CAINFO ' +
  'DOCKER_HOST DOCKER_CONTEXT DOCKER_CONFIG DOCKER_CERT_PATH DOCKER_TLS_VERIFY SYSTEMROOT SYSTEMDRIVE WINDIR COMSPEC ' +
  'PATHEXT USERPROFILE USERNAME HOMEDRIVE HOMEPATH APPDATA LOCALAPPDATA PROGRAMDATA PROGRAMFILES ' +
  'NUMBER_OF_PROCESSORS PROCESSOR_ARCHITECTURE';

test('the safelist is this one and frozen', () => {
  expect(SAFE_VARIABLES.join(' ')).toBe(PINNED);
  expect(Object.isFrozen(SAFE_VARIABLES)).toBe(true);
});

test('what is not on the safelist stays with the server', () => {
  const parent = {
    PATH: '/bin',
    LC_TIME: 'C',
    XDG_CACHE_HOME: '/c',
    PRUNER_API_KEY: 'k',
    GITHUB_TOKEN: 't',
    AWS_SECRET_ACCESS_KEY: 's',
    HTTPS_PROXY: 'http://user:password@proxy',
    NODE_OPTIONS: '--require x',
    HOMEBREW_GITHUB_API_TOKEN: 'h',
    PATHS: 'not PATH',
    LANG: undefined,
  };
  expect(childEnvironment(parent)).toEqual({ PATH: '/bin', LC_TIME: 'C', XDG_CACHE_HOME: '/c' });
});

test('overrides go on top, whatever their names', () => {
  expect(childEnvironment({ PATH: '/bin', HOME: '/h' }, { PATH: '/mine', API_TOKEN: 'asked for' })).toEqual({
    PATH: '/mine',
    HOME: '/h',
    API_TOKEN: 'asked for',
  });
});

test('proxies were given to nobody', () => {
  const parent = {
    HTTP_PROXY: 'http://proxy:3128',
    HTTPS_PROXY: 'http://user:password@proxy:3128',
    no_proxy: 'localhost,.corp',
    GITHUB_TOKEN: 't',
  };
  const open = { HTTP_PROXY: 'http://proxy:3128', no_proxy: 'localhost,.corp' };
  expect(childEnvironment(parent)).toEqual(open);
  expect(serverEnvironment(parent)).toEqual({ ...open, HTTPS_PROXY: 'http://user:password@proxy:3128' });
  expect(serverEnvironment(parent, { HTTPS_PROXY: '' })).toEqual({ ...open, HTTPS_PROXY: '' });
});
