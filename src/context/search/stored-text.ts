/** Stands for what cannot be stored; out of the private use area, so that hardly any text has it. */
const ESCAPE = '\ue000';
const ESCAPED = new RegExp(`${ESCAPE}([01])`, 'g');

/** A text as it is stored: some runtimes give back what stands before a NUL alone. */
export function toStored(text: string): string {
  return text.replaceAll(ESCAPE, `${ESCAPE}1`).replaceAll('\0', `${ESCAPE}0`);
}

/** What `toStored` was given. */
export function fromStored(stored: string): string {
  return stored.replace(ESCAPED, (_, digit: string) => (digit === '0' ? '\0' : ESCAPE));
}
