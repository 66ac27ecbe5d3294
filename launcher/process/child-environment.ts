type Environment = Readonly<Record<string, string | undefined>>;

/**
 * What a child inherits, by name; a trailing `*` stands for any ending. Everything else stays with the server:
 * keys and tokens (`PRUNER_API_KEY`, `*_TOKEN`, `AWS_*`), and proxies, whose URLs may hold a password.
 */
export const SAFE_VARIABLES: readonly string[] = Object.freeze([
  // who and where
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
  // sockets of the session: they name a file, what is behind it asks for itself
  'SSH_AUTH_SOCK',
  'DISPLAY',
  'WAYLAND_DISPLAY',
  // where toolchains live
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
  // which certificate authorities to trust
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_EXTRA_CA_CERTS',
  'CURL_CA_BUNDLE',
  'REQUESTS_CA_BUNDLE',
  'GIT_SSL_CAINFO',
  // without these Windows starts hardly anything
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

const exact = new Set(SAFE_VARIABLES.filter((name) => !name.endsWith('*')));
const prefixes = SAFE_VARIABLES.filter((name) => name.endsWith('*')).map((name) => name.slice(0, -1));

function isSafe(name: string): boolean {
  return exact.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}

/** The environment of a child: the safelisted part of `parent`, and `overrides` on top, whatever their names. */
export function childEnvironment(
  parent: Environment,
  overrides: Environment = {},
  platform: NodeJS.Platform = process.platform,
): Record<string, string> {
  const child: Record<string, string> = {};
  // Windows spells them as it likes ("Path", "SystemRoot").
  const upper = (name: string): string => (platform === 'win32' ? name.toUpperCase() : name);
  for (const [given, value] of Object.entries(parent)) {
    const name = upper(given);
    if (value !== undefined && isSafe(name)) child[name] = value;
  }
  for (const [name, value] of Object.entries(overrides)) {
    if (value === undefined) continue;
    // One name must not come twice; else it stays as it is spelled, which a shell cares for.
    const known = Object.keys(child).find((one) => upper(one) === upper(name));
    child[known ?? name] = value;
  }
  return child;
}
