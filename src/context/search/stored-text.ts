/** Escape character, from the private use area so that hardly any text contains it. */
const ESCAPE = '\ue000';
const ESCAPED = new RegExp(`${ESCAPE}([01])`, 'g');

/** Escapes a text for storage, because some runtimes return only what precedes a NUL. */
export const toStored = (text: string): string => text.replaceAll(ESCAPE, `${ESCAPE}1`).replaceAll('\0', `${ESCAPE}0`);

/** Reverses `toStored`. */
export function fromStored(stored: string): string {
  return stored.replace(ESCAPED, (_, digit: string) => (digit === '0' ? '\0' : ESCAPE));
}
