import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { MCPConnectionError } from '../errors.ts';
import type { ServerSignInOptions } from './server-sign-in-options.ts';
import { signInKey } from './sign-in-key.ts';
import type { SignIn } from './token-file.ts';

/** The stored sign-in of one server, for connections that cannot ask a user. */
export interface ServerSignIn {
  /** The access token as it is stored now, renewed first where it is about to end. Undefined: nobody has signed in. */
  token(): Promise<string | undefined>;
  /** Another token in place of one that was refused. Undefined: a user has to sign in. */
  renew(refused: string | undefined): Promise<string | undefined>;
  /**
   * The server demands this scope: the next sign-in asks for it. With a `token` it names what every call needs, which does
   * not take the place of a `scope` that one call needs.
   */
  demand(scope: string, kind: 'token' | 'scope'): Promise<void>;
}

/** Milliseconds before its expiry that an access token is renewed: a request in flight must not meet the expiry. */
export const AHEAD_MS: number = 30_000;
/** After a renewal ahead of time that failed the server's own answer decides for so long, in milliseconds. */
const REST_MS = 30_000;

/**
 * One renewal for all who ask meanwhile, in this process and in others: authorization servers take a refresh token that
 * comes twice for a stolen one, and sign the user out. Whoever comes second finds what the first has stored.
 * Rejects with an `MCPConnectionError`.
 */
export function createServerSignIn(options: ServerSignInOptions): ServerSignIn {
  const { server, url, oauth, tokens: file, now = Date.now } = options;
  const key = signInKey(server, url, oauth?.clientId);
  /** Renewals under way, by the token that was refused. */
  const running = new Map<string | undefined, Promise<string | undefined>>();
  let restsUntil = 0;

  const guarded = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (error) {
      if (error instanceof MCPConnectionError) throw error;
      const message = `cannot use server ${JSON.stringify(server)}: ${(error as Error).message}`;
      throw new MCPConnectionError('unauthorized', message, { server });
    }
  };
  const read = (): Promise<SignIn> => guarded(() => file.read(key));
  const ends = ({ expiresAt = Number.POSITIVE_INFINITY }: SignIn, ahead = 0): boolean => expiresAt - ahead <= now();
  const usable = (signIn: SignIn, refused: string | undefined): OAuthTokens | undefined =>
    signIn.tokens?.access_token === refused || ends(signIn) ? undefined : signIn.tokens;

  const refresh = async (old: OAuthTokens): Promise<OAuthTokens | undefined> =>
    (await import('./refresh-tokens.ts')).refreshTokens(options, old);
  const renewOnce = (refused: string | undefined): Promise<string | undefined> =>
    guarded(() =>
      file.locked(key, async () => {
        const stored = await read();
        // Another process, or another call, has renewed it meanwhile; or a user has signed in.
        const fresh = usable(stored, refused) ?? (stored.tokens && (await refresh(stored.tokens)));
        return fresh?.access_token === refused ? undefined : fresh?.access_token;
      }),
    );
  const renew = async (refused: string | undefined): Promise<string | undefined> => {
    // Nobody has signed in: there is nothing to wait for, or to lock.
    if ((await read()).tokens === undefined) return undefined;
    const shared =
      running.get(refused) ??
      renewOnce(refused).finally(() => {
        running.delete(refused);
      });
    running.set(refused, shared);
    return shared;
  };

  return {
    async token() {
      const stored = await read();
      const { tokens } = stored;
      const mayRenew = tokens?.refresh_token !== undefined && ends(stored, AHEAD_MS) && now() >= restsUntil;
      if (!mayRenew) return ends(stored) && tokens?.refresh_token === undefined ? undefined : tokens?.access_token;
      // One that fails is nobody's error: the token may still do.
      const fresh = await renew(tokens?.access_token).catch(() => undefined);
      if (fresh === undefined) restsUntil = now() + REST_MS;
      return fresh ?? (await read()).tokens?.access_token;
    },
    renew,
    async demand(scope, kind) {
      const { demandedScope } = await read();
      if (demandedScope === scope || (kind === 'token' && demandedScope !== undefined)) return;
      await guarded(() => file.update(key, (stored) => ({ ...stored, demandedScope: scope })));
    },
  };
}
