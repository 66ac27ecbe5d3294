import { EnvHttpProxyAgent, install, setGlobalDispatcher } from 'undici';
import type { Proxies } from './proxies.ts';

/**
 * Replaces `fetch`, `Response` and the like by those of undici, which are the same code as Node's and support proxies.
 * Returns undici's `fetch`; the global one stays as it was.
 */
export function installProxyClient(proxies: Proxies): typeof fetch {
  const settings = {
    ...{ httpProxy: proxies.httpProxy ?? '', httpsProxy: proxies.httpsProxy ?? '', noProxy: proxies.noProxy },
    // A request to an http: URL goes to the proxy itself, as from curl; many proxies refuse tunnels to port 80.
    proxyTunnel: false,
  };
  // `createPatientFetch` makes another instance of this class.
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
