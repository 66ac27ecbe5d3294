/** Before a server's own words in a message. */
export const STDERR_MARK = ', stderr: ';
/** Behind it stand the words of a server that refuses `initialize`. */
const REFUSED = /(it answered "initialize" with error -?\d+): .*$/s;

/** A fault as events and files may tell it: what a server says may be anything, and stays with those who asked. */
export function toEventFault<Code>({ code, message }: { readonly code: Code; readonly message: string }): {
  readonly code: Code;
  readonly message: string;
} {
  return { code, message: (message.split(STDERR_MARK, 1)[0] ?? '').replace(REFUSED, '$1') };
}
