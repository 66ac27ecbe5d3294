/** How long before its end an access token is renewed, in milliseconds: a request on its way must not meet the end. */
export const AHEAD_MS: number = 30_000;
/** After a refresh that failed the server's own answer decides for so long, in milliseconds. */
const REST_MS = 30_000;

/**
 * Renews tokens that are about to end, once for all who ask meanwhile: authorization servers take a refresh token that
 * comes twice for a stolen one. A refresh that fails is nobody's error: the token may still do.
 */
export function createRefreshAhead(
  refresh: () => Promise<unknown>,
  now: () => number,
): (expiresAt: number) => Promise<boolean> {
  let running: Promise<boolean> | undefined;
  let restsUntil = 0;
  const run = async (): Promise<boolean> => {
    try {
      await refresh();
      return true;
    } catch {
      restsUntil = now() + REST_MS;
      return false;
    } finally {
      running = undefined;
    }
  };
  return async (expiresAt) => {
    if (now() < expiresAt - AHEAD_MS || now() < restsUntil) return false;
    running ??= run();
    return running;
  };
}
