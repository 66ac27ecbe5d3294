import type { ServerConfig, StdioServerConfig } from '../config/server-config.ts';
import { shownServer } from '../config/shown-server.ts';

/**
 * Where a secret stands in a server's configuration itself, as `env.TOKEN` or `headers.Authorization`, told by name and
 * by published formats. Better is a reference: the file then holds nothing that must be kept.
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

/** What a display hides of an argument is what this is about: one rule for both. */
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
