import { redactSecrets } from '../../../src/artifacts/redact-secrets.ts';
import type { HttpServerConfig, StdioServerConfig } from './server-config.ts';

/** Min length of a secret. Redacting shorter values would damage ordinary words. */
export const SECRET_LENGTH = 6;
/** Min length of a path segment that may be a key. Shorter ones are ordinary words. */
const SECRET_PATH_LENGTH = 16;

type Configured =
  | Pick<StdioServerConfig, 'transport' | 'env' | 'args'>
  | (Pick<HttpServerConfig, 'transport' | 'url' | 'headers'> & Partial<Pick<HttpServerConfig, 'oauth'>>);

/**
 * Returns a function that redacts secrets in a server's own messages: known formats, and values of its expanded
 * configuration.
 */
export function redactConfigured(config: Configured): (text: string) => string {
  const values = config.transport === 'stdio' ? ofProcess(config) : ofAddress(config);
  // Any line of a multiline value may appear on its own.
  const secrets = [...new Set(values.flatMap((value) => [value, ...value.split(/\r?\n/)]))]
    .filter(({ length }) => length >= SECRET_LENGTH)
    .sort((a, b) => b.length - a.length);
  return (text) => redactSecrets(secrets.reduce((left, secret) => left.replaceAll(secret, '[redacted]'), text));
}

function ofProcess({ env, args }: Pick<StdioServerConfig, 'env' | 'args'>): readonly string[] {
  return [...Object.values(env), ...args.flatMap(valuesOf)];
}

/** Includes the words of headers, because a server may quote a token without its `Bearer`. */
function ofAddress({ url, headers, oauth }: Extract<Configured, { transport: 'http' }>): readonly string[] {
  const { username, password, pathname, search, searchParams } = new URL(url);
  const inPath = pathname.split('/').filter(({ length }) => length >= SECRET_PATH_LENGTH);
  const inHeaders = Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/)]);
  const inQuery = [...searchParams.values(), ...search.split(/[?&]/).map((pair) => pair.slice(pair.indexOf('=') + 1))];
  return [...inHeaders, oauth?.clientSecret ?? '', username, password, ...inPath, ...inQuery];
}

/**
 * Returns the part of an argument that may be a key. Skips option names, and paths, which error messages are often
 * about.
 */
function valuesOf(argument: string): readonly string[] {
  const value = /^--?[\w-]+(?:=(.*))?$/s.exec(argument);
  const given = value === null ? argument : (value[1] ?? '');
  return given.includes('/') ? [] : [given];
}
