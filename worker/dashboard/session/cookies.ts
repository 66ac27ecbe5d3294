import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { publicOrigin } from '../../http/public-origin.ts';
import { BASE } from '../base-path.ts';

/** `session`: the signed-in user. `visit`: binds the sign-in form. `created`: a new key to show once, sealed. */
export type CookieName = 'session' | 'visit' | 'created';

const nameOf = (name: CookieName): string => `mcp_pruner_${name}`;

const isSecure = (c: Context): boolean => publicOrigin(c).startsWith('https:');

export function readCookie(c: Context, name: CookieName): string | undefined {
  return getCookie(c, nameOf(name));
}

/** Sets a cookie that scripts cannot read and other sites cannot send. */
export function writeCookie(c: Context, name: CookieName, value: string, maxAgeMs: number): void {
  setCookie(c, nameOf(name), value, {
    path: BASE,
    httpOnly: true,
    sameSite: 'Strict',
    secure: isSecure(c),
    maxAge: Math.floor(maxAgeMs / 1000),
  });
}

export function dropCookie(c: Context, name: CookieName): void {
  deleteCookie(c, nameOf(name), { path: BASE, secure: isSecure(c) });
}
