import type { Context } from 'hono';
import { randomHex, sameHash } from '../../../src/teams/keys/api-key.ts';
import { readCookie, writeCookie } from './cookies.ts';
import { hmac } from './hmac.ts';
import { SESSION_MS } from './session-value.ts';

/** Name of the hidden field. */
export const TOKEN_FIELD = 'form_token';

const VISIT_BYTES = 16;

const toToken = (secret: string, bound: string): Promise<string> => hmac(secret, `form\n${bound}`);

/**
 * Returns the token for this visitor's forms. It is bound to the session or, before there is one, to a separate cookie.
 * Another site can make a browser submit a form, but cannot know the token.
 */
export async function formTokenFor(c: Context, secret: string): Promise<string> {
  let bound = readCookie(c, 'session') ?? readCookie(c, 'visit');
  if (bound === undefined) {
    bound = randomHex(VISIT_BYTES);
    writeCookie(c, 'visit', bound, SESSION_MS);
  }
  return toToken(secret, bound);
}

/** True if a form carries its visitor's token. */
export async function hasFormToken(c: Context, secret: string, form: FormData): Promise<boolean> {
  const bound = readCookie(c, 'session') ?? readCookie(c, 'visit');
  const brought = form.get(TOKEN_FIELD);
  return bound !== undefined && typeof brought === 'string' && sameHash(brought, await toToken(secret, bound));
}
