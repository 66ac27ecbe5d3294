import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface AuthorizationServer {
  readonly url: string;
  /** Method and path of each request, in order. */
  readonly asked: string[];
  /** Bodies of requests to the token endpoint. */
  readonly tokenRequests: URLSearchParams[];
  /** Paths of requests with a header that the server's configuration has. */
  readonly configured: string[];
  /** What `/register` was sent. */
  readonly registered: Record<string, unknown>[];
  /** Ends all access tokens. */
  revoke(): void;
  /** Every secret it gave out. */
  readonly secrets: string[];
  /** Answers to change what it does. */
  readonly behaviour: {
    refuse?: string;
    expiresIn?: number;
    refresh?: boolean;
    protect?: boolean;
    badToken?: string;
    iss?: string;
    saysIss?: boolean;
  };
}

/** An MCP server that asks for a sign-in, and the authorization server for it, on one port of loopback. */
export async function startAuthorizationServer(): Promise<AuthorizationServer> {
  const codes = new Map<string, { challenge: string; redirect: string }>();
  const clients = new Map<string, readonly string[]>();
  const valid = new Set<string>();
  const refreshable = new Set<string>();
  const server = createServer((request, response) => {
    void answer(request).then(({ status = 200, headers = {}, body }) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body === undefined ? '' : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const told: AuthorizationServer = {
    url: `${origin}/mcp`,
    asked: [],
    configured: [],
    tokenRequests: [],
    registered: [],
    revoke: () => valid.clear(),
    secrets: [],
    behaviour: {},
  };
  const { behaviour, secrets } = told;
  const secret = (kind: string): string => {
    secrets.push(`${kind}-${randomUUID()}`);
    return secrets.at(-1) as string;
  };

  interface Answer {
    readonly status?: number;
    readonly headers?: Record<string, string>;
    readonly body?: object;
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { pathname, searchParams } = new URL(request.url ?? '', origin);
    told.asked.push(`${request.method} ${pathname}`);
    const body = await text(request);
    if (request.headers['x-region'] !== undefined) told.configured.push(pathname);
    if (pathname === '/mcp') return mcp(request.headers.authorization, body);
    if (pathname === '/.well-known/oauth-protected-resource/mcp') {
      if (behaviour.protect === false) return { status: 404 };
      return { body: { resource: told.url, authorization_servers: [origin], scopes_supported: ['read'] } };
    }
    if (pathname === '/.well-known/oauth-authorization-server') {
      return behaviour.protect === false
        ? { status: 404 }
        : { body: { ...METADATA, authorization_response_iss_parameter_supported: behaviour.saysIss } };
    }
    if (pathname === '/register') return register(JSON.parse(body));
    if (pathname === '/authorize') return consent(searchParams);
    return pathname === '/token' ? token(new URLSearchParams(body)) : { status: 404 };
  }

  const METADATA = {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
  };

  function mcp(authorization: string | undefined, body: string): Answer {
    if (behaviour.protect === false || valid.has(authorization?.slice('Bearer '.length) ?? '')) {
      if (body === '') return { status: 405 };
      const { id, method } = JSON.parse(body) as { id?: number; method: string };
      if (id === undefined) return { status: 202 };
      return { body: { jsonrpc: '2.0', id, result: method === 'initialize' ? INITIALIZED : {} } };
    }
    const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
    return { status: 401, headers: { 'www-authenticate': `Bearer resource_metadata="${metadata}", scope="read"` } };
  }

  const INITIALIZED = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'far', version: '1' } };

  function register(client: Record<string, unknown>): Answer {
    told.registered.push(client);
    const client_id = randomUUID();
    clients.set(client_id, client['redirect_uris'] as string[]);
    return { status: 201, body: { ...client, client_id } };
  }

  function consent(given: URLSearchParams): Answer {
    const redirect = given.get('redirect_uri') ?? '';
    if (!clients.get(given.get('client_id') ?? '')?.includes(redirect)) return { status: 400 };
    const back = new URL(redirect);
    back.searchParams.set('state', given.get('state') ?? '');
    if (behaviour.iss !== undefined) back.searchParams.set('iss', behaviour.iss);
    if (behaviour.refuse !== undefined) back.searchParams.set('error', behaviour.refuse);
    else {
      const code = secret('code');
      codes.set(code, { challenge: given.get('code_challenge') ?? '', redirect });
      back.searchParams.set('code', code);
    }
    return { status: 302, headers: { location: back.href } };
  }

  function token(given: URLSearchParams): Answer {
    told.tokenRequests.push(given);
    if (behaviour.badToken !== undefined) {
      return { status: 400, body: { error: behaviour.badToken, error_description: 'no, not so' } };
    }
    const code = codes.get(given.get('code') ?? '');
    const proof = createHash('sha256')
      .update(given.get('code_verifier') ?? '')
      .digest('base64url');
    const byCode = code?.challenge === proof && code.redirect === given.get('redirect_uri');
    const byRefresh = refreshable.delete(given.get('refresh_token') ?? '');
    if (!byCode && !byRefresh) return { status: 400, body: { error: 'invalid_grant' } };
    codes.delete(given.get('code') ?? '');
    const access_token = secret('access');
    valid.add(access_token);
    const refresh_token = behaviour.refresh === false ? undefined : secret('refresh');
    if (refresh_token !== undefined) refreshable.add(refresh_token);
    return { body: { token_type: 'Bearer', access_token, refresh_token, expires_in: behaviour.expiresIn } };
  }

  return told;
}
