import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

export interface AuthorizationServer {
  readonly url: string;
  /** Method and path of each request, in order. */
  readonly asked: string[];
  /** Authorization headers of requests to the token endpoint. */
  readonly proofs: (string | undefined)[];
  /** Bodies of requests to the token endpoint. */
  readonly tokenRequests: URLSearchParams[];
  /** Paths of requests with a header from the server's configuration. */
  readonly configured: string[];
  /** Bodies of requests to `/register`. */
  readonly registered: Record<string, unknown>[];
  /** Parameters of requests to `/authorize`. */
  readonly consents: URLSearchParams[];
  /** Revokes all access tokens. */
  revoke(): void;
  /** Forgets all registered clients. */
  forgetClients(): void;
  /** All secrets that it issued. */
  readonly secrets: string[];
  /** Settings that change its behavior. */
  readonly behaviour: {
    refuse?: string;
    expiresIn?: number;
    refresh?: boolean;
    protect?: boolean;
    badToken?: string;
    iss?: string;
    saysIss?: boolean;
    /** The issuer in its metadata. Default: the one that the resource names. */
    issuer?: string;
    /** True for a server from before metadata documents existed. */
    undescribed?: boolean;
    /** Scope that a call of the tool requires. */
    demands?: string;
    /** True if `initialize` needs no token. */
    greets?: boolean;
    /** Status of every answer of the token endpoint. */
    tokenStatus?: number;
    /** Methods by which clients authenticate at the token endpoint. */
    proofs?: readonly string[];
    /** True if it accepts client metadata documents. */
    documents?: boolean;
    /** True if it sends `null` for every missing value. */
    nulls?: boolean;
  };
}

/** Starts an MCP server that requires a sign-in, and its authorization server, on the same loopback port. */
export async function startAuthorizationServer(): Promise<AuthorizationServer> {
  const codes = new Map<string, { challenge: string; redirect: string; scope: string; client: string }>();
  const clients = new Map<string, readonly string[]>();
  /** Access tokens, with their scopes. */
  const valid = new Map<string, string>();
  const used = new Set<string>();
  /** Refresh tokens, with their scopes and clients. */
  const refreshable = new Map<string, { scope: string; client: string }>();
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
    proofs: [],
    tokenRequests: [],
    registered: [],
    consents: [],
    revoke: () => valid.clear(),
    forgetClients() {
      for (const id of clients.keys()) clients.set(id, []);
    },
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
      if (behaviour.protect === false || behaviour.undescribed === true) return { status: 404 };
      const nulls = behaviour.nulls === true ? { jwks_uri: null, resource_name: null } : {};
      return { body: { resource: told.url, authorization_servers: [origin], scopes_supported: ['read'], ...nulls } };
    }
    if (pathname === '/.well-known/oauth-authorization-server') {
      return behaviour.protect === false
        ? { status: 404 }
        : {
            body: {
              ...METADATA,
              issuer: behaviour.issuer ?? origin,
              authorization_response_iss_parameter_supported: behaviour.saysIss,
              client_id_metadata_document_supported: behaviour.documents,
              token_endpoint_auth_methods_supported: behaviour.proofs ?? ['none'],
              ...(behaviour.nulls === true && { service_documentation: null, scopes_supported: null }),
            },
          };
    }
    if (pathname === '/register') return register(JSON.parse(body));
    if (pathname === '/authorize') return consent(searchParams);
    if (pathname !== '/token') return { status: 404 };
    told.proofs.push(request.headers.authorization);
    return token(new URLSearchParams(body));
  }

  const METADATA = {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
  };

  function mcp(authorization: string | undefined, body: string): Answer {
    const scopes = valid.get(authorization?.slice('Bearer '.length) ?? '');
    const isGreeting = behaviour.greets === true && body.includes('initialize');
    if (behaviour.protect === false || scopes !== undefined || isGreeting) {
      if (body === '') return { status: 405 };
      const { id, method } = JSON.parse(body) as { id?: number; method: string };
      if (id === undefined) return { status: 202 };
      const { demands } = behaviour;
      if (method === 'tools/call' && demands !== undefined && scopes?.split(' ').includes(demands) !== true) {
        const challenge = `Bearer error="insufficient_scope", scope="${demands}"`;
        return { status: 403, headers: { 'www-authenticate': challenge } };
      }
      return { body: { jsonrpc: '2.0', id, result: RESULTS[method] ?? {} } };
    }
    const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
    return { status: 401, headers: { 'www-authenticate': `Bearer resource_metadata="${metadata}", scope="read"` } };
  }

  const RESULTS: Readonly<Record<string, object>> = {
    initialize: {
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'far', version: '1' },
    },
    'tools/list': { tools: [{ name: 'look', inputSchema: { type: 'object' } }] },
    'tools/call': { content: [{ type: 'text', text: 'seen' }] },
  };

  function register(client: Record<string, unknown>): Answer {
    told.registered.push(client);
    const client_id = randomUUID();
    clients.set(client_id, client['redirect_uris'] as string[]);
    const nulls = behaviour.nulls === true ? { client_secret: null, client_secret_expires_at: null } : {};
    return { status: 201, body: { ...client, client_id, ...nulls } };
  }

  function consent(given: URLSearchParams): Answer {
    const redirect = given.get('redirect_uri') ?? '';
    told.consents.push(given);
    // A client without a registration here was set up in advance, or has a metadata document.
    if (clients.get(given.get('client_id') ?? '')?.includes(redirect) === false)
      return { status: 400, body: { error: 'invalid_client' } };
    const back = new URL(redirect);
    back.searchParams.set('state', given.get('state') ?? '');
    if (behaviour.iss !== undefined) back.searchParams.set('iss', behaviour.iss);
    if (behaviour.refuse !== undefined) back.searchParams.set('error', behaviour.refuse);
    else {
      const code = secret('code');
      codes.set(code, {
        challenge: given.get('code_challenge') ?? '',
        redirect,
        ...{ scope: given.get('scope') ?? '', client: given.get('client_id') ?? '' },
      });
      back.searchParams.set('code', code);
    }
    return { status: 302, headers: { location: back.href } };
  }

  function token(given: URLSearchParams): Answer {
    told.tokenRequests.push(given);
    if (behaviour.tokenStatus !== undefined) return { status: behaviour.tokenStatus };
    if (behaviour.badToken !== undefined) {
      return { status: 400, body: { error: behaviour.badToken, error_description: 'no, not so' } };
    }
    const code = codes.get(given.get('code') ?? '');
    const proof = createHash('sha256')
      .update(given.get('code_verifier') ?? '')
      .digest('base64url');
    const byCode = code !== undefined && code.challenge === proof && code.redirect === given.get('redirect_uri');
    const refresh = given.get('refresh_token') ?? '';
    const client = given.get('client_id') ?? '';
    const found = refreshable.get(refresh);
    const refreshed = found?.client === client ? found.scope : undefined;
    // A refresh token that is used twice was stolen, so all of them are revoked.
    if (used.has(refresh)) {
      refreshable.clear();
      valid.clear();
    }
    if (!byCode && refreshed === undefined) return { status: 400, body: { error: 'invalid_grant' } };
    refreshable.delete(refresh);
    used.add(refresh);
    const scope = byCode ? code.scope : (refreshed ?? '');
    codes.delete(given.get('code') ?? '');
    const access_token = secret('access');
    valid.set(access_token, scope);
    const refresh_token = behaviour.refresh === false ? undefined : secret('refresh');
    if (refresh_token !== undefined) refreshable.set(refresh_token, { scope, client });
    const nulls = behaviour.nulls === true ? { scope: null, id_token: null } : {};
    return { body: { token_type: 'Bearer', access_token, refresh_token, expires_in: behaviour.expiresIn, ...nulls } };
  }

  return told;
}
