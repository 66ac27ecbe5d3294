import {
  discoverOAuthProtectedResourceMetadata,
  extractWWWAuthenticateParams,
  type FetchLike,
} from '@modelcontextprotocol/client';
import { SESSION_VERSIONS } from '../../../src/mcp/protocol-versions.ts';
import { toSignInFault } from './to-sign-in-fault.ts';

// `with-sign-in.ts` loads it from here, so that the rest of the SDK stays out of the bundle.
export { extractWWWAuthenticateParams };

export interface Probe {
  readonly server: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: FetchLike;
}

/** A server's hints about how to sign in. */
export interface Challenge {
  readonly resourceMetadataUrl?: URL;
  readonly scope?: string;
}

/** Sends a request without a token. Undefined if the server requires none. Throws `MCPConnectionError`. */
export async function probeChallenge({ server, url, headers, fetch }: Probe): Promise<Challenge | undefined> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(INITIALIZE),
      redirect: 'manual',
    });
    await response.body?.cancel();
    const { resourceMetadataUrl, scope } = extractWWWAuthenticateParams(response);
    const challenge = { ...(resourceMetadataUrl && { resourceMetadataUrl }), ...(scope && { scope }) };
    if (response.status === 401) return challenge;
    // Some servers accept `initialize` without a token and require one at the first call.
    const described = await discoverOAuthProtectedResourceMetadata(url, {}, fetch).catch(() => undefined);
    return described === undefined ? undefined : challenge;
  } catch (error) {
    throw toSignInFault(error, server, url);
  }
}

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: SESSION_VERSIONS[0], capabilities: {}, clientInfo: { name: 'mcp-pruner', version: '0' } },
};
