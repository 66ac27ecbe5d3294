const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Returns an equal text that is stored in one byte per character if it is all ASCII. A substring of a text with a
 * single wide character is stored in two, and the splitter takes twice as long on it.
 */
export function narrow(text: string): string {
  const bytes = encoder.encode(text);
  return bytes.length === text.length ? decoder.decode(bytes) : text;
}
