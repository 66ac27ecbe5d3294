/** Before a server's own words in a message. */
export const STDERR_MARK = ', stderr: ';

/** A fault as events and files may tell it: what a server printed may be anything, and stays with those who asked. */
export function toEventFault<Code>({ code, message }: { readonly code: Code; readonly message: string }): {
  readonly code: Code;
  readonly message: string;
} {
  return { code, message: message.split(STDERR_MARK, 1)[0] ?? '' };
}
