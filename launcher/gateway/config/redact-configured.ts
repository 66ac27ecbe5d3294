import { redactSecrets } from '../../../src/artifacts/redact-secrets.ts';
import type { HttpServerConfig, StdioServerConfig } from './server-config.ts';

/** A shorter value is no secret, and would take pieces out of ordinary words. */
export const SECRET_LENGTH = 6;
/** Only a part of a path that is as long may be a key: shorter ones are words. */
const SECRET_PATH_LENGTH = 16;

type Configured =
  | Pick<StdioServerConfig, 'transport' | 'env' | 'args'>
  | (Pick<HttpServerConfig, 'transport' | 'url' | 'headers'> & Partial<Pick<HttpServerConfig, 'oauth'>>);

/** Takes out of a server's own words what is a secret: in known formats, and the values of its expanded configuration. */
export function redactConfigured(config: Configured): (text: string) => string {
  const values = config.transport === 'stdio' ? ofProcess(config) : ofAddress(config);
  // Of a value of several lines each may stand alone.
  const secrets = [...new Set(values.flatMap((value) => [value, ...value.split(/\r?\n/)]))]
    .filter(({ length }) => length >= SECRET_LENGTH)
    .sort((a, b) => b.length - a.length);
  return (text) => redactSecrets(secrets.reduce((left, secret) => left.replaceAll(secret, '[redacted]'), text));
}

function ofProcess({ env, args }: Pick<StdioServerConfig, 'env' | 'args'>): readonly string[] {
  return [...Object.values(env), ...args.flatMap(valuesOf)];
}

/** A header's words too: a server tells a token without its `Bearer`. */
function ofAddress({ url, headers, oauth }: Extract<Configured, { transport: 'http' }>): readonly string[] {
  const { username, password, pathname, search, searchParams } = new URL(url);
  const inPath = pathname.split('/').filter(({ length }) => length >= SECRET_PATH_LENGTH);
  const inHeaders = Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/)]);
  const inQuery = [...searchParams.values(), ...search.split(/[?&]/).map((pair) => pair.slice(pair.indexOf('=') + 1))];
  return [...inHeaders, oauth?.clientSecret ?? '', username, password, ...inPath, ...inQuery];
}

/** What of an argument may be a key: not a path, which is mostly what a complaint is about, and no option's name. */
function valuesOf(argument: string): readonly string[] {
  const value = /^--?[\w-]+(?:=(.*))?$/s.exec(argument);
  const given = value === null ? argument : (value[1] ?? '');
  return given.includes('/') ? [] : [given];
}
