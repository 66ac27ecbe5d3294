import { EnvHttpProxyAgent, install, setGlobalDispatcher } from 'undici';
import type { Proxies } from './proxies.ts';

/**
 * Replaces `Response` and related globals by those of undici, whose code Node's are built from, but with proxy support.
 * Returns undici's `fetch`; the global `fetch` is unchanged.
 */
export function installProxyClient(proxies: Proxies): typeof fetch {
  const settings = {
    ...{ httpProxy: proxies.httpProxy ?? '', httpsProxy: proxies.httpsProxy ?? '', noProxy: proxies.noProxy },
    // Send a request for an http: URL to the proxy itself, as curl does. Many proxies refuse tunnels to port 80.
    proxyTunnel: false,
  };
  // `createPatientFetch` creates another instance of this class.
  class ProxyAgent extends EnvHttpProxyAgent {
    constructor(times: EnvHttpProxyAgent.Options = {}) {
      super({ ...times, ...settings });
    }
  }
  const { fetch: own } = globalThis;
  setGlobalDispatcher(new ProxyAgent());
  install();
  const { fetch: send } = globalThis;
  globalThis.fetch = own;
  return send;
}
