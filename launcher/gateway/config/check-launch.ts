import { toIssuePath } from './issue-path.ts';
import { OAUTH_ALLOWED } from './oauth-config.ts';
import { hasReference } from './references.ts';
import type { ConfigIssue, HttpServerConfig, ServerConfig, StdioServerConfig } from './server-config.ts';

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/**
 * Returns issues of a server that the system or the protocol would reject. They are checked here, because Node's own
 * errors quote the value. Texts with references are skipped, unless `expanded` says that they were filled in. `urlKey`
 * is the key by which the file gives the address.
 */
export function checkLaunch(
  name: string,
  config: ServerConfig,
  { expanded = false, urlKey = 'url' }: { readonly expanded?: boolean; readonly urlKey?: string | undefined } = {},
): readonly ConfigIssue[] {
  const keys = ['mcpServers', name];
  const isOpen = (text: string): boolean => !expanded && hasReference(text);
  return config.transport === 'http' ? httpIssues(keys, config, urlKey, isOpen) : stdioIssues(keys, config);
}

const issue = (keys: readonly PropertyKey[], allowed: string): ConfigIssue => {
  const path = toIssuePath(keys);
  return { path, message: `cannot use ${path}: expected ${allowed}` };
};

function httpIssues(
  keys: readonly string[],
  config: HttpServerConfig,
  urlKey: string,
  isOpen: (text: string) => boolean,
): ConfigIssue[] {
  const issues: ConfigIssue[] = [];
  if (!isOpen(config.url) && !isAddress(config.url)) {
    issues.push(issue([...keys, urlKey], 'an http or https URL without a user name or password'));
  }
  for (const [header, value] of Object.entries(config.headers)) {
    const at = [...keys, 'headers', header];
    if (!HEADER_NAME.test(header)) issues.push(issue(at, 'a header name (RFC 9110)'));
    if (!isOpen(value) && !HEADER_VALUE.test(value)) issues.push(issue(at, 'one line of Latin-1 text'));
  }
  const { clientId, clientSecret, clientMetadataUrl } = config.oauth ?? {};
  if (clientSecret !== undefined && clientId === undefined) {
    issues.push(issue([...keys, 'oauth', 'clientSecret'], 'a clientId beside it'));
  }
  if (clientMetadataUrl !== undefined && !isOpen(clientMetadataUrl) && !isDocument(clientMetadataUrl)) {
    issues.push(issue([...keys, 'oauth', 'clientMetadataUrl'], OAUTH_ALLOWED.clientMetadataUrl));
  }
  return issues;
}

/** True if the URL can be a client id (draft-ietf-oauth-client-id-metadata-document, section 3). */
function isDocument(value: string): boolean {
  if (!isAddress(value)) return false;
  const { protocol, pathname, hash } = new URL(value);
  return protocol === 'https:' && pathname !== '/' && hash === '';
}

function isAddress(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

function stdioIssues(keys: readonly string[], config: StdioServerConfig): ConfigIssue[] {
  const issues: ConfigIssue[] = [];
  const { command, cwd, args, env } = config;
  const check = (at: readonly PropertyKey[], value: string): void => {
    if (value.includes('\0')) issues.push(issue([...keys, ...at], 'a string without NUL characters'));
  };
  for (const [key, value] of Object.entries({ command, cwd })) {
    if (value === '') issues.push(issue([...keys, key], 'a non-empty string'));
    check([key], value ?? '');
  }
  for (const [index, value] of args.entries()) check(['args', index], value);
  for (const [variable, value] of Object.entries(env)) {
    if (!/^[^=\0]+$/.test(variable))
      issues.push(issue([...keys, 'env', variable], 'a non-empty name without "=" and NUL characters'));
    check(['env', variable], value);
  }
  return issues;
}
