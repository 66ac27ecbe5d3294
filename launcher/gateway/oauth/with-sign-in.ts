import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { ServerSignIn } from './server-sign-in.ts';

/** A scope as RFC 6749, section 3.3 writes it: what a server says goes into a file and to a browser. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;
const MAX_SCOPE = 1000;

/**
 * Sends the stored token with what goes to the server, and to nobody else. One that is refused is renewed, once; what
 * needs a user is left as the server answered it. `onDemand`: the server demands a scope that the token does not have.
 */
export function withSignIn(
  base: FetchLike,
  url: URL,
  signIn: ServerSignIn,
  onDemand: (scope: string) => Error,
): FetchLike {
  return async (target, init = {}) => {
    if (new URL(target).origin !== url.origin) return base(target, init);
    const send = (token: string | undefined): Promise<Response> => {
      const headers = new Headers(init.headers);
      if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
      return base(target, { ...init, headers });
    };
    const token = await signIn.token();
    const response = await send(token);
    const wanted = await challengeOf(response);
    if (wanted === undefined) return response;
    // For another scope only a user can say yes; but one may have done so since the token was read.
    const fresh = wanted.kind === 'token' ? await signIn.renew(token) : await signIn.token();
    if (fresh === undefined || fresh === token) return refused(response, wanted);
    await response.body?.cancel();
    const again = await send(fresh);
    const still = await challengeOf(again);
    return still === undefined ? again : refused(again, still);
  };

  async function refused(response: Response, wanted: Challenge): Promise<Response> {
    // Where it cannot be noted the next sign-in asks for less; the answer stands.
    if (wanted.scope !== undefined) await signIn.demand(wanted.scope, wanted.kind).catch(() => {});
    if (wanted.kind === 'token') return response;
    await response.body?.cancel();
    throw onDemand(wanted.scope);
  }
}

/** A server's challenge: it wants a token, perhaps with a scope, or a scope that the token lacks. */
type Challenge =
  | { readonly kind: 'token'; readonly scope: string | undefined }
  | { readonly kind: 'scope'; readonly scope: string };

/** MCP 2025-11-25, "Scope Selection Strategy" and "Scope Challenge Handling". */
async function challengeOf(response: Response): Promise<Challenge | undefined> {
  const { status } = response;
  if (status !== 401 && status !== 403) return undefined;
  const { extractWWWAuthenticateParams } = await import('@modelcontextprotocol/sdk/client/auth.js');
  const { error, scope: said } = extractWWWAuthenticateParams(response);
  const scope = said !== undefined && said.length <= MAX_SCOPE && SCOPE.test(said) ? said : undefined;
  if (status === 401) return { kind: 'token', scope };
  return error === 'insufficient_scope' && scope !== undefined ? { kind: 'scope', scope } : undefined;
}
