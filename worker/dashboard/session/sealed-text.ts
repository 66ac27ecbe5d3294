/** Nonce length of AES-GCM, in bytes. */
const NONCE_BYTES = 12;

const encoder = new TextEncoder();

async function keyFrom(secret: string): Promise<CryptoKey> {
  const digest = await crypto.subtle.digest('SHA-256', encoder.encode(`sealed\n${secret}`));
  return crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** Encrypts a text for a cookie, so that only a worker with this secret can read it. */
export async function sealText(secret: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyFrom(secret), encoder.encode(text));
  return btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)));
}

/** Decrypts a sealed text; undefined for anything that this secret did not seal. */
export async function unsealText(secret: string, sealed: string): Promise<string | undefined> {
  try {
    const bytes = Uint8Array.from(atob(sealed), (one) => one.charCodeAt(0));
    const how = { name: 'AES-GCM', iv: bytes.slice(0, NONCE_BYTES) };
    return new TextDecoder().decode(await crypto.subtle.decrypt(how, await keyFrom(secret), bytes.slice(NONCE_BYTES)));
  } catch {
    return undefined;
  }
}
