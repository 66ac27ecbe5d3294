import type { CookieName } from './cookies.ts';

/** Nonce length of AES-GCM, in bytes. */
const NONCE_BYTES = 12;

const encoder = new TextEncoder();

async function keyFrom(secret: string, purpose: CookieName): Promise<CryptoKey> {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(`sealed\n${purpose}\n${secret}`));
  return crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** Encrypts a text for the cookie `purpose`, so that only a worker with this secret can read it. */
export async function sealText(secret: string, purpose: CookieName, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = await crypto.subtle.encrypt(
    { name: 'AES-GCM', iv },
    await keyFrom(secret, purpose),
    encoder.encode(text),
  );
  return btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)));
}

/** Decrypts a sealed text; undefined for anything that was not sealed with this secret for this cookie. */
export async function unsealText(secret: string, purpose: CookieName, sealed: string): Promise<string | undefined> {
  try {
    const bytes = Uint8Array.from(atob(sealed), (one) => one.charCodeAt(0));
    const how = { name: 'AES-GCM', iv: bytes.slice(0, NONCE_BYTES) };
    return new TextDecoder().decode(
      await crypto.subtle.decrypt(how, await keyFrom(secret, purpose), bytes.slice(NONCE_BYTES)),
    );
  } catch {
    return undefined;
  }
}
