import { createServer, type Server } from 'node:http';
import { decodeJwt, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import Provider from 'oidc-provider';

/** How the provider's next answers lie: claims to change (undefined: leave out), and how the token is signed. */
export interface Lie {
  readonly claims?: Readonly<Record<string, unknown>>;
  readonly signed?: 'by another key' | 'not at all';
  /** Id of the key. Default: that of the provider's key. */
  readonly kid?: string;
  /** Bytes of blanks in the answer. */
  readonly padding?: number;
}

export interface IdentityProvider {
  readonly issuer: string;
  /** Groups of each person. */
  readonly groups: Map<string, readonly string[] | undefined>;
  lie: Lie | undefined;
  /** Answers every request, in place of the provider. */
  answer: { readonly status: number; readonly body: string } | undefined;
  /** Paths that were asked for. */
  readonly asked: string[];
  /** Makes an access token for a resource. */
  token(sub: string, resource: string, changes?: Lie): Promise<string>;
  close(): Promise<void>;
}

export const CLIENT = { id: 'pruner', secret: 'the-secret-of-the-client' };
/** A public client, as MCP clients are. */
export const AGENT = { id: 'agent', redirectUri: 'http://127.0.0.1/callback' };
const ALG = 'RS256';

/**
 * Starts a real identity provider (npm's oidc-provider) on loopback. People sign in by any password; `redirectUri` is
 * the worker's.
 */
export async function startIdentityProvider(redirectUri: string): Promise<IdentityProvider> {
  const [own, other] = await Promise.all([1, 2].map(() => generateKeyPair(ALG, { extractable: true })));
  const jwk = { ...(await exportJWK(own?.privateKey as CryptoKey)), kid: 'k1', alg: ALG, use: 'sig' };
  let handle: ReturnType<Provider['callback']> = () => undefined;
  const server: Server = createServer((request, response) => {
    made.asked.push(request.url ?? '');
    if (made.answer === undefined) handle(request, response);
    else response.writeHead(made.answer.status, { 'content-type': 'application/json' }).end(made.answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const groups: IdentityProvider['groups'] = new Map();

  const sign = async (
    claims: JWTPayload,
    { claims: changes = {}, signed, kid = 'k1' }: Lie,
    typ: string,
  ): Promise<string> => {
    const said = Object.fromEntries(
      Object.entries({ ...claims, ...changes }).filter(([, value]) => value !== undefined),
    );
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    if (signed === 'not at all') return `${encode({ alg: 'none', typ })}.${encode(said)}.`;
    const key = (signed === undefined ? own : other)?.privateKey as CryptoKey;
    return new SignJWT(said).setProtectedHeader({ alg: ALG, kid, typ }).sign(key);
  };
  const made: IdentityProvider = {
    issuer,
    groups,
    ...{ lie: undefined, answer: undefined, asked: [] },
    token: (sub, resource, changes = {}) => {
      const now = Math.floor(Date.now() / 1000);
      const about = { iss: issuer, sub, aud: resource, client_id: 'agent', jti: 'j1', iat: now, exp: now + 600 };
      return sign({ ...about, groups: groups.get(sub) }, changes, 'at+jwt');
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  const provider = new Provider(issuer, {
    jwks: { keys: [jwk] },
    cookies: { keys: ['a-key-of-the-provider'] },
    conformIdTokenClaims: false,
    clients: [
      { client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] },
      {
        ...{ client_id: AGENT.id, redirect_uris: [AGENT.redirectUri] },
        ...{ token_endpoint_auth_method: 'none', application_type: 'native' },
      },
    ],
    features: {
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_: unknown, audience: string) => ({ scope: '', audience, accessTokenFormat: 'jwt' }),
      },
    },
    extraTokenClaims: (_: unknown, { accountId }: { accountId: string }) => ({ groups: groups.get(accountId) }),
    claims: { openid: ['sub', 'groups'], email: ['email'], profile: ['name'] },
    findAccount: async (_: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({ sub, email: `${sub}@shop.example`, name: sub, groups: groups.get(sub) }),
    }),
  });
  provider.use(async (context, next) => {
    await next();
    const { lie } = made;
    if (lie === undefined || context.path !== '/token' || typeof context.body?.id_token !== 'string') return;
    context.body.id_token = await sign(decodeJwt(context.body.id_token), lie, 'JWT');
    if (lie.padding !== undefined) context.body.padding = ' '.repeat(lie.padding);
  });
  handle = provider.callback();
  return made;
}

/** Answers the provider's forms as a person would, and returns the address to which the browser is sent back. */
export async function signInAt(address: string, login: string, backTo: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = address;
  let form: URLSearchParams | undefined;
  for (let steps = 0; steps < 20; steps++) {
    const answer: Response = await fetch(url, {
      ...(form !== undefined && { method: 'POST', body: form }),
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      redirect: 'manual',
    });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location: string | null = answer.headers.get('location');
    const html = await answer.text();
    if (location?.startsWith(backTo)) return location;
    url = new URL(location ?? url, url).href;
    form = undefined;
    if (location !== null) continue;
    const [, action] = /<form[^>]+action="([^"]+)"/.exec(html) ?? [];
    const [, prompt] = /name="prompt" value="(\w+)"/.exec(html) ?? [];
    if (action === undefined || prompt === undefined) throw new Error(`no form of the provider: ${html.slice(0, 300)}`);
    url = new URL(action, url).href;
    form = new URLSearchParams(prompt === 'login' ? { prompt, login, password: 'any' } : { prompt });
  }
  throw new Error('the provider never sent the browser back');
}
