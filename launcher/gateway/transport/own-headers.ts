import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';

/**
 * Gives the configuration's headers, which may be keys, to the server alone: not to another port of its host, and not to
 * wherever it redirects to. The SDK's `requestInit` would.
 */
export function withOwnHeaders(base: FetchLike, url: URL, headers: Readonly<Record<string, string>>): FetchLike {
  return (target, init = {}) => {
    if (new URL(target).origin !== url.origin) return base(target, init);
    const sent = new Headers(init.headers);
    for (const [name, value] of Object.entries(headers)) {
      // What the transport needs for itself stays; an Authorization of the user's own stands before a token.
      if (name.toLowerCase() === 'authorization' || !sent.has(name)) sent.set(name, value);
    }
    return base(target, { ...init, headers: sent });
  };
}
