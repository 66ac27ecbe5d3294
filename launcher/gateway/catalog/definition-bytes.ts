/** Bytes of one tool, prompt or resource: more is no definition. */
export const MAX_DEFINITION_BYTES: number = 256 * 1024;
/** Containers inside one another: of more `JSON.stringify` throws sooner or later, and takes the whole list with it. */
const DEEPEST = 100;

/** Characters of what a server lists as JSON; infinite where it is nested too deep to be written. */
export function definitionBytes(listed: unknown): number {
  return isShallow(listed, DEEPEST) ? JSON.stringify(listed).length : Number.POSITIVE_INFINITY;
}

function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1));
}
