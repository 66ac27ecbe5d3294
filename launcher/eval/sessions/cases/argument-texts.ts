import type { Arguments } from '../../../../src/transcripts/session-event.ts';

/** Returns all strings in the arguments, at any depth. Numbers such as limits and offsets are left out. */
export function argumentTexts(args: Arguments): readonly string[] {
  const texts: string[] = [];
  const todo: unknown[] = [args];
  for (let value = todo.pop(); value !== undefined; value = todo.pop()) {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) todo.push(each);
  }
  return texts;
}
