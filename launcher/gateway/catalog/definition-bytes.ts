/** Max bytes of one tool, prompt or resource definition. */
export const MAX_DEFINITION_BYTES: number = 256 * 1024;
/** Max nesting depth. Deeper values may make `JSON.stringify` throw, and break the entire list. */
const DEEPEST = 100;

/** Returns the JSON length of a definition; infinity if it is nested too deeply to be serialized. */
export function definitionBytes(listed: unknown): number {
  return isShallow(listed, DEEPEST) ? JSON.stringify(listed).length : Number.POSITIVE_INFINITY;
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}
