import type { FetchLike } from '../../platform/web/patient-fetch.ts';
import type { ServerSignIn } from './server-sign-in.ts';

/** Syntax of a scope (RFC 6749, section 3.3), because the server's text goes to a file and to a browser. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]+(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/;
const MAX_SCOPE = 1000;

/**
 * Sends the stored token with requests to the server, and to no other origin. A refused token is renewed once. If a
 * user is needed, the server's response is returned. `onDemand` is called if the server demands a scope that the token
 * lacks.
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
    // Only a user can grant another scope, but one may have done so since the token was read.
    const fresh = wanted.kind === 'token' ? await signIn.renew(token) : await signIn.token();
    if (fresh === undefined || fresh === token) return refused(response, wanted);
    await response.body?.cancel();
    const again = await send(fresh);
    const still = await challengeOf(again);
    return still === undefined ? again : refused(again, still);
  };

  async function refused(response: Response, wanted: Challenge): Promise<Response> {
    // If recording fails, the next sign-in requests less. The response stays the same.
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

/** Reads a challenge (MCP 2025-11-25, "Scope Selection Strategy" and "Scope Challenge Handling"). */
async function challengeOf(response: Response): Promise<Challenge | undefined> {
  const { status } = response;
  if (status !== 401 && status !== 403) return undefined;
  const { extractWWWAuthenticateParams } = await import('./probe-challenge.ts');
  const { error, scope: said } = extractWWWAuthenticateParams(response);
  const scope = said !== undefined && said.length <= MAX_SCOPE && SCOPE.test(said) ? said : undefined;
  if (status === 401) return { kind: 'token', scope };
  return error === 'insufficient_scope' && scope !== undefined ? { kind: 'scope', scope } : undefined;
}
