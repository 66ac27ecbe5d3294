import { sameHash } from '../../../src/teams/keys/api-key.ts';
import { hmac } from './hmac.ts';

/** Lifetime of a session, in milliseconds. */
export const SESSION_MS: number = 12 * 3_600_000;

const FORM = /^([\w-]{1,64})\.(\d{1,15})\.([0-9a-f]{64})$/;

const seal = (secret: string, keyId: string, expiry: string): Promise<string> =>
  hmac(secret, `session\n${keyId}\n${expiry}`);

/** Builds the session cookie's value: the key's id, the expiry, and a seal. It is useless anywhere else. */
export async function toSessionValue(secret: string, keyId: string, now: number): Promise<string> {
  const expiry = String(now + SESSION_MS);
  return `${keyId}.${expiry}.${await seal(secret, keyId, expiry)}`;
}

/** Returns the id of the key that signed in; undefined if the session has expired, or this worker did not seal it. */
export async function keyOfSession(secret: string, value: string, now: number): Promise<string | undefined> {
  const [, keyId = '', expiry = '', sealed = ''] = FORM.exec(value) ?? [];
  if (keyId === '' || Number(expiry) <= now) return undefined;
  return sameHash(sealed, await seal(secret, keyId, expiry)) ? keyId : undefined;
}

/** Expiry of one of this worker's sessions, in milliseconds since 1970. */
export const endOfSession = (value: string): number => Number(FORM.exec(value)?.[2]);
