/** Bytes per step: a multiple of three, and few enough to be arguments of one call. */
const STEP = 24_573;

/** Encodes bytes as base64 with padding (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += STEP) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + STEP))));
  }
  return parts.join('');
}
