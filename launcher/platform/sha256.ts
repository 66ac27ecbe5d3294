import { createHash } from 'node:crypto';

/** SHA-256 of bytes, or of a text's UTF-8, in hex; `digits` of it if given. */
export function sha256Hex(data: string | Uint8Array, digits?: number): string {
  return createHash('sha256').update(data).digest('hex').slice(0, digits);
}
