/** Max nesting depth. Hosts never nest this deep. */
const MAX_DEPTH = 1000;

/**
 * Closes a truncated JSON document after its last complete object or list. Returns undefined if there is none, or if
 * it is nested more than 1,000 levels deep.
 */
export function mendJson(text: string): string | undefined {
  const closers: string[] = [];
  let isText = false;
  let end = 0;
  let depthAtEnd = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (isText) {
      if (char === '\\') at++;
      else if (char === '"') isText = false;
    } else if (char === '"') isText = true;
    else if (char === '{' || char === '[') {
      if (closers.push(char === '{' ? '}' : ']') > MAX_DEPTH) return undefined;
    } else if (char === '}' || char === ']') {
      if (closers.at(-1) !== char) break;
      closers.pop();
      end = at + 1;
      depthAtEnd = closers.length;
    }
  }
  // The text ends after the last closing bracket. Brackets that are still open there get closed.
  return end === 0 ? undefined : text.slice(0, end) + closers.slice(0, depthAtEnd).toReversed().join('');
}
