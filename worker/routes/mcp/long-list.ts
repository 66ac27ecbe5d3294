/** Longer than any list that a tool accepts. */
const MAX_ITEMS = 10_000;
/** Max depth of lists in arguments. */
const DEPTH = 4;

/**
 * Returns the dot-joined path of a list that is too long for any tool, or undefined. Checked before validation, which
 * visits every item and records every fault.
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
