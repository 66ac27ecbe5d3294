/** True for what a header takes as a bearer token (RFC 6750, "token68"), and nobody guesses. */
export function isBearerKey(value: string): boolean {
  return value.length >= 32 && /^[\w\-.~+/]+=*$/.test(value);
}
