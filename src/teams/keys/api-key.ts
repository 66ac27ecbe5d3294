import { sha256, toHex } from '../../base/sha256.ts';

/**
 * `mcpp_<id>_<secret>`: the id finds the key's row, the secret proves possession. With 192 random bits a plain hash is
 * enough.
 */
const FORM = /^mcpp_([0-9a-f]{16})_([0-9a-f]{48})$/;
const ID_BYTES = 8;
const SECRET_BYTES = 24;

/** A new key. `id` and `hash` are stored; `key` is shown once and never again. */
export interface MintedKey {
  readonly id: string;
  readonly key: string;
  /** SHA-256 of the whole key, 64 hex digits. */
  readonly hash: string;
}

/** Makes a key from the runtime's cryptographic randomness. */
export async function mintApiKey(): Promise<MintedKey> {
  const id = randomHex(ID_BYTES);
  const key = `mcpp_${id}_${randomHex(SECRET_BYTES)}`;
  return { id, key, hash: await hashSecret(key) };
}

/** Returns the id inside a key; undefined if the text is not a key (wrong length or alphabet). */
export const idOfKey = (key: string): string | undefined => FORM.exec(key)?.[1];

/** Beginning of the ids of people. */
export const PERSON = 'person_';

/** SHA-256 of a secret, 64 hex digits. */
export const hashSecret = async (secret: string): Promise<string> => toHex(await sha256(secret));

/** Random bytes as hex, for ids and secrets. */
export const randomHex = (bytes: number): string => toHex(crypto.getRandomValues(new Uint8Array(bytes)));

/** Compares two hashes in constant time. Comparing hashes hides the length of the secrets too. */
export function sameHash(a: string, b: string): boolean {
  let different = a.length ^ b.length;
  for (let i = 0; i < a.length; i++) different |= a.charCodeAt(i) ^ b.charCodeAt(i % (b.length || 1));
  return different === 0;
}
