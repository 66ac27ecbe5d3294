import { sha256, toHex } from '../../base/sha256.ts';

/** Computes SHA-256 of a text's UTF-8 (FIPS 180-4), in hex. */
export type Sha256 = (text: string) => string | Promise<string>;

/** Uses Web Crypto, on every runtime. */
export const webSha256: Sha256 = async (text) => {
  return toHex(await sha256(text));
};
