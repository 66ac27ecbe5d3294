const CARRIAGE_RETURN = /\r|\\r|\\x0d|\\x\{0*d\}|\\u000d|\\u\{0*d\}|\\U0000000d/i;

/**
 * True if `\r\n` should end a line like `\n`. This is the case if the pattern uses `$` and does not name the carriage
 * return itself, as a search for CRLF files would. Otherwise `\r` is an ordinary character.
 */
export function treatsCrlf(pattern: string, fixedString: boolean): boolean {
  if (fixedString) return false;
  const withoutEscaped = pattern.replaceAll('\\\\', '').replaceAll('\\$', '');
  return withoutEscaped.includes('$') && !CARRIAGE_RETURN.test(withoutEscaped);
}
