/** Computes SHA-256 of a text's UTF-8 (FIPS 180-4), in hex. */
export type Sha256 = (text: string) => string | Promise<string>;

/** Uses Web Crypto, on every runtime. */
export const webSha256: Sha256 = async (text) => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
};
