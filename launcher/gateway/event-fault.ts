/** Text before a server's own words in a message. */
const STDERR_MARK = ', stderr: ';
export const SAID_MARK = ', it said: ';
/** Appends the end of a server's stderr to a reason, since that usually explains it. */
export function withStderr(reason: string, stderr: string): string {
  return stderr === '' ? reason : `${reason}${STDERR_MARK}${stderr}`;
}

const OWN_WORDS = new RegExp(`${STDERR_MARK}|${SAID_MARK}`);
/** Matches the words of a server that refuses `initialize`. */
const REFUSED = /(it answered "initialize" with error -?\d+): .*$/s;

/**
 * Reduces a fault to what events and files may contain. A server's own words may be anything, so only the caller sees
 * them.
 */
export function toEventFault<Code>({ code, message }: { readonly code: Code; readonly message: string }): {
  readonly code: Code;
  readonly message: string;
} {
  return { code, message: (message.split(OWN_WORDS, 1)[0] ?? '').replace(REFUSED, '$1') };
}
