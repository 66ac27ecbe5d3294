import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { publicOrigin } from '../../http/public-origin.ts';
import { BASE } from '../base-path.ts';

/**
 * `session`: the signed-in user. `visit`: binds the sign-in form. `created`: a new key to show once, sealed.
 * `provider`: the checks of a sign-in under way, sealed.
 */
export type CookieName = 'session' | 'visit' | 'created' | 'provider';

/** Names the cookie with the port, because browsers send a host's cookies to each of its ports. */
function nameOf(c: Context, name: CookieName): string {
  const { port } = new URL(c.req.url);
  return `mcp_pruner_${name}${port === '' ? '' : `_${port}`}`;
}

const isSecure = (c: Context): boolean => publicOrigin(c).startsWith('https:');

export const readCookie = (c: Context, name: CookieName): string | undefined => getCookie(c, nameOf(c, name));

/**
 * Sets a cookie that scripts cannot read and other sites cannot send. The one for the identity provider comes back with
 * the browser that the provider sends.
 */
export function writeCookie(c: Context, name: CookieName, value: string, maxAgeMs: number): void {
  setCookie(c, nameOf(c, name), value, {
    path: BASE,
    httpOnly: true,
    sameSite: name === 'provider' ? 'Lax' : 'Strict',
    secure: isSecure(c),
    maxAge: Math.floor(maxAgeMs / 1000),
  });
}

export function dropCookie(c: Context, name: CookieName): void {
  deleteCookie(c, nameOf(c, name), { path: BASE, secure: isSecure(c) });
}
