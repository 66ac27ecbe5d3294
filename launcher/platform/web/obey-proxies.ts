import { isDirect, isLoopback, type Proxies, ProxyError, proxiesIn, shownProxy } from './proxies.ts';

/**
 * Makes this process's `fetch` use the proxies in `env`, since Node's own ignores them by default. The HTTP client that
 * supports proxies is loaded with the first request. Deno's `fetch` supports them itself.
 */
export function obeyProxies(env: Readonly<Record<string, string | undefined>>): void {
  if ('Deno' in globalThis) return;
  let proxies: Proxies | undefined;
  try {
    proxies = proxiesIn(env);
  } catch (error) {
    // With an invalid proxy setting, only servers on this machine can be reached.
    const { fetch: direct } = globalThis;
    globalThis.fetch = (target, init) => (isLoopback(urlOf(target)) ? direct(target, init) : Promise.reject(error));
    return;
  }
  if (proxies === undefined) return;
  const used = proxies;
  let loaded: Promise<typeof fetch> | undefined;
  globalThis.fetch = async (...request) => {
    loaded ??= import('./proxy-client.ts').then(({ installProxyClient }) => installProxyClient(used));
    const send = await loaded;
    return await send(...request).catch((error: unknown) => Promise.reject(blamingProxy(error, request[0], used)));
  };
}

/** Returns an error that names the proxy if the proxy is at fault; other errors are returned unchanged. */
function blamingProxy(error: unknown, target: Parameters<typeof fetch>[0], proxies: Proxies): unknown {
  for (let one = error; one instanceof Error; one = one.cause) {
    const why = proxyFault(one, target, proxies);
    if (why !== undefined) return new ProxyError(why);
  }
  return error;
}

function proxyFault(fault: Error, target: Parameters<typeof fetch>[0], proxies: Proxies): string | undefined {
  const to = urlOf(target);
  const { protocol, host } = to;
  if (isDirect(proxies, to)) return undefined;
  const url = (protocol === 'https:' ? proxies.httpsProxy : undefined) ?? proxies.httpProxy;
  if (url === undefined) return undefined;
  const proxy = new URL(url);
  const refused = /^Proxy response \((\d+)\)/.exec(fault.message)?.[1];
  if (refused !== undefined) return `the proxy ${shownProxy(url)} answers HTTP ${refused}`;
  const { code, hostname, port } = fault as Error & { code?: unknown; hostname?: unknown; port?: unknown };
  const isPort = Number(port) === Number(proxy.port || (proxy.protocol === 'https:' ? 443 : 80));
  const isProxy = host !== proxy.host && (hostname === proxy.hostname || isPort);
  return isProxy && typeof code === 'string' ? `the proxy ${shownProxy(url)} cannot be reached: ${code}` : undefined;
}

const urlOf = (target: Parameters<typeof fetch>[0]): URL => new URL(target instanceof Request ? target.url : target);
