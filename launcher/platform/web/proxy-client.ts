import { EnvHttpProxyAgent, install, setGlobalDispatcher } from 'undici';
import type { Proxies } from './proxies.ts';

/**
 * Replaces globals such as `Response` by those of undici, which are the same code as Node's and support proxies. Returns
 * undici's `fetch`; the global `fetch` stays as it was.
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
