/**
 * Returns a JSON document that was cut off, ended after the last object or list in it that is whole. Undefined if there is
 * none.
 */
export function mendJson(text: string): string | undefined {
  let closers = '';
  let isText = false;
  let end = 0;
  let closersAtEnd = '';
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (isText) {
      if (char === '\\') at++;
      else if (char === '"') isText = false;
    } else if (char === '"') isText = true;
    else if (char === '{') closers = `}${closers}`;
    else if (char === '[') closers = `]${closers}`;
    else if (char === '}' || char === ']') {
      if (closers[0] !== char) break;
      closers = closers.slice(1);
      end = at + 1;
      closersAtEnd = closers;
    }
  }
  return end === 0 ? undefined : text.slice(0, end) + closersAtEnd;
}
