const LINE_FEED = 10;

/** Returns the text without the line breaks at its end. A pattern would try each run of them anew. */
export function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === LINE_FEED) end--;
  return text.slice(0, end);
}
