import type { StoredOAuthTokens } from '@modelcontextprotocol/client';
import { lifetimeOf, type ServerSignInOptions, signInEntry } from './sign-in-entry.ts';
import type { SignIn } from './token-file.ts';

/** The stored sign-in of one server, for connections that cannot ask a user. */
export type ServerSignIn = ReturnType<typeof createServerSignIn>;

/**
 * Max time before expiry at which an access token is renewed, in milliseconds, so that it does not expire during a
 * request. A token that is valid for less than a minute is renewed after half its time.
 */
const AHEAD_MS: number = 30_000;
/** Pause after an early renewal failed, in milliseconds. Meanwhile the token is used until the server refuses it. */
const REST_MS = 30_000;

/**
 * Shares one renewal among all concurrent callers, in this process and in others. Authorization servers treat a refresh
 * token that is used twice as stolen, and revoke the sign-in. Later callers find the tokens that the first one has
 * stored. Rejects with an `MCPConnectionError`.
 */
export function createServerSignIn(options: ServerSignInOptions) {
  const { now = Date.now } = options;
  const entry = signInEntry(options);
  /** Pending renewals, by the token that was refused. */
  const running = new Map<string | undefined, Promise<string | undefined>>();
  let restsUntil = 0;

  const ends = ({ expiresAt = Number.POSITIVE_INFINITY }: SignIn, ahead = 0): boolean => expiresAt - ahead <= now();
  const endsSoon = (signIn: SignIn): boolean =>
    ends(signIn, Math.min(AHEAD_MS, (lifetimeOf(signIn.tokens ?? {}) ?? Number.POSITIVE_INFINITY) / 2));
  const usable = (signIn: SignIn, refused: string | undefined): StoredOAuthTokens | undefined =>
    signIn.tokens?.access_token === refused || ends(signIn) ? undefined : signIn.tokens;

  const refresh = async (old: StoredOAuthTokens): Promise<StoredOAuthTokens | undefined> =>
    (await import('./refresh-tokens.ts')).refreshTokens(options, old);
  const renewOnce = (refused: string | undefined): Promise<string | undefined> =>
    entry.locked(async () => {
      const stored = await entry.read();
      // Another process or call may have renewed it in the meantime, or a user has signed in.
      const fresh = usable(stored, refused) ?? (stored.tokens && (await refresh(stored.tokens)));
      return fresh?.access_token === refused ? undefined : fresh?.access_token;
    });
  const renew = async (refused: string | undefined): Promise<string | undefined> => {
    // If nobody has signed in, there is no need to wait or lock.
    if ((await entry.read()).tokens === undefined) return undefined;
    const shared =
      running.get(refused) ??
      renewOnce(refused).finally(() => {
        running.delete(refused);
      });
    running.set(refused, shared);
    return shared;
  };

  return {
    /** Returns the stored access token, renewed if it is about to expire. Undefined if nobody has signed in. */
    async token(): Promise<string | undefined> {
      const stored = await entry.read();
      const { tokens } = stored;
      const mayRenew = tokens?.refresh_token !== undefined && endsSoon(stored) && now() >= restsUntil;
      if (!mayRenew) return ends(stored) && tokens?.refresh_token === undefined ? undefined : tokens?.access_token;
      // A failure is not reported, because the token may still work.
      const fresh = await renew(tokens?.access_token).catch(() => undefined);
      if (fresh === undefined) restsUntil = now() + REST_MS;
      return fresh ?? (await entry.read()).tokens?.access_token;
    },
    /** Returns another token after one was refused. Undefined if a user has to sign in. */
    renew,
    /**
     * Records that the server demands this scope, so that the next sign-in requests it. `token` means a scope for every
     * call, which does not replace a recorded `scope` that a single call needs.
     */
    async demand(scope: string, kind: 'token' | 'scope'): Promise<void> {
      const { demandedScope } = await entry.read();
      if (demandedScope === scope || (kind === 'token' && demandedScope !== undefined)) return;
      await entry.update((stored) => ({ ...stored, demandedScope: scope }));
    },
  };
}
