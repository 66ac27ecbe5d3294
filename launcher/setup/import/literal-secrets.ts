import type { ServerConfig, StdioServerConfig } from '../../gateway/config/server-config.ts';
import { shownServer } from '../../gateway/config/shown-server.ts';

/**
 * Returns the places of literal secrets in a server's configuration, such as `env.TOKEN` or `headers.Authorization`.
 * Secrets are recognized by name and by published formats. A reference is safer, since the file then contains no
 * secret.
 */
export function literalSecrets(config: ServerConfig): readonly string[] {
  const key = config.transport === 'http' ? 'headers' : 'env';
  const values = config.transport === 'http' ? config.headers : config.env;
  const found = Object.entries(values).filter(([name, value]) => isHidden(`${name}=${value}`));
  return [...found.map(([name]) => `${key}.${name}`), ...clientSecretIn(config), ...elsewhere(config)];
}

function clientSecretIn(config: ServerConfig): readonly string[] {
  const secret = config.transport === 'http' ? config.oauth?.clientSecret : undefined;
  return secret === undefined || !isHidden(`secret=${secret}`) ? [] : ['oauth.clientSecret'];
}

function elsewhere(config: ServerConfig): readonly string[] {
  const shown = shownServer(config);
  if (config.transport === 'http') return shown.transport === 'http' && shown.url !== config.url ? ['url'] : [];
  const same = shown.transport === 'stdio' && shown.args.every((arg, at) => arg === config.args[at]);
  return same ? [] : ['args'];
}

/** True if the argument would be masked on display, so that both follow the same rule. */
function isHidden(argument: string): boolean {
  const shown = shownServer({ ...PROBE, args: [argument] });
  return shown.transport === 'stdio' && shown.args[0] !== argument;
}

const PROBE: StdioServerConfig = {
  transport: 'stdio',
  command: 'probe',
  args: [],
  env: {},
  cwd: undefined,
  enabled: true,
  allowedTools: [],
  blockedTools: [],
  autoReconnect: true,
  timeout: 0,
  connectTimeout: 0,
  shape: true,
  focus: true,
};
