const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * The same text, held in one byte a character where it is all ASCII. What is cut from a text with a single wide
 * character anywhere is held in two, and the splitter takes twice as long on it.
 */
export function narrow(text: string): string {
  const bytes = encoder.encode(text);
  return bytes.length === text.length ? decoder.decode(bytes) : text;
}
