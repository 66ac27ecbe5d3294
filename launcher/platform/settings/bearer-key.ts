/** True for a valid bearer token (RFC 6750, "token68") that is too long to guess. */
export function isBearerKey(value: string): boolean {
  return value.length >= 32 && /^[\w\-.~+/]+=*$/.test(value);
}
