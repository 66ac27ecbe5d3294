import type { Arguments } from '../transcripts/session-event.ts';

/** Max UTF-16 units to collect. Anything further in adds little. */
const MAX_CHARS = 16_384;

/** Returns the strings and numbers in the arguments, at any depth, joined into one line. */
export function argumentText(args: Arguments): string {
  const parts: string[] = [];
  let chars = 0;
  const todo: unknown[] = [args];
  while (todo.length > 0 && chars < MAX_CHARS) {
    const value = todo.pop();
    if (typeof value === 'string' || typeof value === 'number') {
      const part = String(value).slice(0, MAX_CHARS - chars);
      parts.push(part);
      chars += part.length + 1;
    } else if (typeof value === 'object' && value !== null)
      todo.push(...Object.values(value).slice(0, MAX_CHARS).reverse());
  }
  return parts.join(' ');
}
