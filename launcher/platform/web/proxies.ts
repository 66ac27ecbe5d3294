type Environment = Readonly<Record<string, string | undefined>>;

/** Proxies of outgoing requests. */
export interface Proxies {
  /** URL of the proxy for `http:` URLs. */
  readonly httpProxy?: string | undefined;
  /** URL of the proxy for `https:` URLs; if undefined, `httpProxy` is used. */
  readonly httpsProxy?: string | undefined;
  /** Hosts that are connected to directly, as in NO_PROXY. */
  readonly noProxy: string;
}

/** A problem with a proxy: a setting that cannot be used, or a proxy that cannot be reached or refuses a request. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'] as const;

/**
 * Reads HTTP_PROXY, HTTPS_PROXY and NO_PROXY; their lower-case spelling wins, as in Node. Returns undefined if no proxy is
 * set. Programs on this machine are connected to directly, unless the proxy itself runs on this machine. Throws
 * `ProxyError`.
 */
export function proxiesIn(env: Environment): Proxies | undefined {
  const hosts = (settingOf('NO_PROXY', env) ?? '').split(/[,\s]+/).filter((host) => host !== '');
  if (hosts.includes('*')) return undefined;
  const httpProxy = proxyUrl('HTTP_PROXY', env);
  const httpsProxy = proxyUrl('HTTPS_PROXY', env);
  const proxies = [httpProxy, httpsProxy].flatMap((url) => url ?? []);
  if (proxies.length === 0) return undefined;
  const isLocal = proxies.some((url) => LOOPBACK.some((host) => host === new URL(url).hostname));
  const noProxy = [...hosts.map(withBrackets), ...(isLocal ? [] : LOOPBACK)].join(',');
  return { httpProxy, httpsProxy, noProxy };
}

/** Returns a proxy's URL without user name and password. */
export const shownProxy = (url: string): string => new URL(url).origin;

function settingOf(name: string, env: Environment): string | undefined {
  return (env[name.toLowerCase()] ?? env[name])?.trim();
}

function proxyUrl(name: string, env: Environment): string | undefined {
  const value = settingOf(name, env);
  if (value === undefined || value === '') return undefined;
  const url = value.includes('://') ? value : `http://${value}`;
  if (isProxyUrl(url)) return url;
  const shown = value.includes('@') ? 'its value' : JSON.stringify(value);
  throw new ProxyError(`cannot use ${name}: ${shown}: expected a URL such as http://proxy.example:3128`);
}

function isProxyUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  try {
    decodeURIComponent(username + password);
  } catch {
    return false;
  }
  return /^https?:$/.test(protocol) && !/^https?$/.test(hostname);
}

/** True if a host is connected to directly. */
export function isDirect({ noProxy }: Proxies, { hostname, port }: URL): boolean {
  return noProxy.split(',').some((entry) => {
    const [, name = entry, only] = /^(.+?):(\d+)$/.exec(entry) ?? [];
    const suffix = name.replace(/^\*?\./, '').toLowerCase();
    const isHost = hostname === suffix || hostname.endsWith(`.${suffix}`);
    return isHost && (only === undefined || only === port);
  });
}

/** True for a name of this machine. */
export const isLoopback = ({ hostname }: URL): boolean => LOOPBACK.some((host) => host === hostname);

/** Adds the brackets that an IPv6 address has in a URL. */
const withBrackets = (host: string): string => (/^[0-9a-f]*:[0-9a-f]*:[0-9a-f:.]*$/i.test(host) ? `[${host}]` : host);
