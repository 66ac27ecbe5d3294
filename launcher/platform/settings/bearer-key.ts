/** True for a valid bearer token (RFC 6750, "token68") that is too long to guess. */
export const isBearerKey = (value: string): boolean => value.length >= 32 && /^[\w\-.~+/]+=*$/.test(value);
