/** Max UTF-16 units of a quoted value; twice that with its escapes. */
const MAX_QUOTED = 80;

/** Quotes a caller's value for an error message, as a JSON string, and cuts it if it is long. */
export function quote(value: string): string {
  const written = JSON.stringify(value.slice(0, MAX_QUOTED));
  return value.length <= MAX_QUOTED && written.length <= 2 * MAX_QUOTED ? written : `${written.slice(0, MAX_QUOTED)}…"`;
}
