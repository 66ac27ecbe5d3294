/** Before a server's own words in a message. */
export const STDERR_MARK = ', stderr: ';
export const SAID_MARK = ', it said: ';
/** A reason with what the server's process printed last on stderr: mostly it tells why. */
export function withStderr(reason: string, stderr: string): string {
  return stderr === '' ? reason : `${reason}${STDERR_MARK}${stderr}`;
}

const OWN_WORDS = new RegExp(`${STDERR_MARK}|${SAID_MARK}`);
/** Behind it stand the words of a server that refuses `initialize`. */
const REFUSED = /(it answered "initialize" with error -?\d+): .*$/s;

/** A fault as events and files may tell it: what a server says may be anything, and stays with those who asked. */
export function toEventFault<Code>({ code, message }: { readonly code: Code; readonly message: string }): {
  readonly code: Code;
  readonly message: string;
} {
  return { code, message: (message.split(OWN_WORDS, 1)[0] ?? '').replace(REFUSED, '$1') };
}
