import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { publicOrigin } from '../../http/public-origin.ts';
import { BASE } from '../base-path.ts';

/** `session`: who is signed in. `visit`: what the sign-in form is bound to. `created`: a key to be shown once, sealed. */
export type CookieName = 'session' | 'visit' | 'created';

const nameOf = (name: CookieName): string => `mcp_pruner_${name}`;

const isSecure = (c: Context): boolean => publicOrigin(c).startsWith('https:');

export function readCookie(c: Context, name: CookieName): string | undefined {
  return getCookie(c, nameOf(name));
}

/** A cookie that no script reads and no other site sends. */
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
