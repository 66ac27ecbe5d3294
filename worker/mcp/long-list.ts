/** Longer than any list that a tool takes. */
const MAX_ITEMS = 10_000;
/** Lists of arguments lie no deeper. */
const DEPTH = 4;

/**
 * The dot-joined path of a list that is too long for any tool, or undefined. Asked before validation, which looks at
 * every item and remembers what is wrong with each.
 */
export function longList(value: unknown, path: readonly string[] = []): string | undefined {
  if (typeof value !== 'object' || value === null || path.length > DEPTH) return undefined;
  if (Array.isArray(value) && value.length > MAX_ITEMS) return path.join('.');
  for (const [key, inner] of Object.entries(value)) {
    const found = typeof inner === 'object' ? longList(inner, [...path, key]) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}
