import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';

/**
 * Gives the configuration's headers, which may be keys, to the server alone. The SDK's `requestInit` gives them to whoever
 * is asked about signing in too: the authorization server is another, wherever the MCP server says that it is.
 */
export function withOwnHeaders(base: FetchLike, url: URL, headers: Readonly<Record<string, string>>): FetchLike {
  return (target, init = {}) => {
    if (new URL(target).host !== url.host || !isExchange(init)) return base(target, init);
    const sent = new Headers(init.headers);
    for (const [name, value] of Object.entries(headers)) {
      // What the transport needs for itself stays; an Authorization of the user's own stands before a token.
      if (name.toLowerCase() === 'authorization' || !sent.has(name)) sent.set(name, value);
    }
    return base(target, { ...init, headers: sent });
  };
}

/** A message, a stream or the end of a session: what signing in never sends. */
function isExchange({ method = 'GET', headers, body }: RequestInit): boolean {
  if (method === 'DELETE') return true;
  if (method === 'POST') return typeof body === 'string' && body.includes('"jsonrpc":"2.0"');
  return new Headers(headers).get('accept')?.includes('text/event-stream') === true;
}
