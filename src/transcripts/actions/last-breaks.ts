const LINE_FEED = 10;

/** Returns the text without trailing line breaks. A regular expression would retry at each run of them. */
export function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === LINE_FEED) end--;
  return text.slice(0, end);
}
