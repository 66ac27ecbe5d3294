type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Variables that children inherit. A trailing `*` matches any suffix. Everything else stays with the server: keys and
 * tokens (`PRUNER_API_KEY`, `*_TOKEN`, `AWS_*`).
 */
export const SAFE_VARIABLES: readonly string[] = Object.freeze([
  // user and folders
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'TMPDIR',
  'TMP',
  'TEMP',
  'XDG_*',
  // language, time and terminal
  'LANG',
  'LANGUAGE',
  'LC_*',
  'TZ',
  'TERM',
  'COLORTERM',
  'NO_COLOR',
  'FORCE_COLOR',
  'EDITOR',
  'VISUAL',
  'PAGER',
  'CI',
  // sockets of the session; these are only paths, and the services behind them check access themselves
  'SSH_AUTH_SOCK',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  // locations of toolchains
  'JAVA_HOME',
  'GOPATH',
  'GOROOT',
  'CARGO_HOME',
  'RUSTUP_HOME',
  'NVM_DIR',
  'VOLTA_HOME',
  'PNPM_HOME',
  'BUN_INSTALL',
  'DENO_DIR',
  'PYENV_ROOT',
  'VIRTUAL_ENV',
  'CONDA_PREFIX',
  // trusted certificate authorities
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'CURL_CA_BUNDLE',
  'REQUESTS_CA_BUNDLE',
  'GIT_SSL_CAINFO',
  // where Docker listens
  'DOCKER_HOST',
  'DOCKER_CONTEXT',
  'DOCKER_CONFIG',
  'DOCKER_CERT_PATH',
  'DOCKER_TLS_VERIFY',
  // required to start almost any program on Windows
  'SYSTEMROOT',
  'SYSTEMDRIVE',
  'WINDIR',
  'COMSPEC',
  'PATHEXT',
  'USERPROFILE',
  'USERNAME',
  'HOMEDRIVE',
  'HOMEPATH',
  'APPDATA',
  'LOCALAPPDATA',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'NUMBER_OF_PROCESSORS',
  'PROCESSOR_ARCHITECTURE',
]);

/**
 * Variables of proxies, which children inherit in upper or lower case. `childEnvironment` leaves out a proxy whose URL
 * contains a user name or password; `serverEnvironment` and `commandEnvironment` do not.
 */
export const PROXY_VARIABLES: readonly string[] = Object.freeze(['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY']);

const exact = new Set(SAFE_VARIABLES.filter((name) => !name.endsWith('*')));
const prefixes = SAFE_VARIABLES.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));

const proxies = new Set([...PROXY_VARIABLES, ...PROXY_VARIABLES.map((name) => name.toLowerCase())]);

function isSafe(name: string, value: string): boolean {
  if (proxies.has(name)) return !value.includes('@');
  return exact.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}

/** Returns the environment of a server's process: that of `childEnvironment`, plus all proxies of `parent`. */
export function serverEnvironment(parent: Environment, overrides: Environment = {}): Record<string, string> {
  const own = Object.fromEntries(Object.entries(parent).filter(([name]) => proxies.has(name)));
  return childEnvironment(parent, { ...own, ...overrides });
}

/** Returns a child's environment: the safelisted variables of `parent`, then all `overrides`. */
export function childEnvironment(
  parent: Environment,
  overrides: Environment = {},
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const upper = (name: string): string => (platform === 'win32' ? name.toUpperCase() : name);
  const safe = Object.entries(parent).filter(([name, value]) => value !== undefined && isSafe(upper(name), value));
  return mergedEnvironment(Object.fromEntries(safe), overrides, platform);
}

/** Returns the variables of `passed`, then all `overrides`. No name appears twice. */
export function mergedEnvironment(
  passed: Environment,
  overrides: Environment,
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const child: Record<string, string> = {};
  // Windows spells variable names inconsistently ("Path", "SystemRoot").
  const upper = (name: string): string => (platform === 'win32' ? name.toUpperCase() : name);
  for (const [name, value] of Object.entries(passed)) if (value !== undefined) child[upper(name)] = value;
  for (const [name, value] of Object.entries(overrides)) {
    if (value === undefined) continue;
    // Reuse the existing spelling, so that no variable appears twice. Otherwise keep the given one, because shells are
    // case-sensitive.
    const known = Object.keys(child).find((one) => upper(one) === upper(name));
    child[known ?? name] = value;
  }
  return child;
}
