import { cutToChars } from '../../text/cut-text.ts';

/** Max UTF-16 units of a preview. */
const PREVIEW_CHARS = 160;

/** Returns the start of a text, as one line. */
export const previewOf = (text: string): string => toLine(text.slice(0, PREVIEW_CHARS * 4));

/** Returns the line that contains the first matching word, centered on it; the text's start if no word matches. */
export function previewAround(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  for (const word of words) {
    const at = lower.indexOf(word);
    // Lowercasing may change the length; then offsets do not match.
    if (at < 0 || lower.length !== text.length) continue;
    const from = Math.max(text.lastIndexOf('\n', at) + 1, at - PREVIEW_CHARS / 2);
    const line = toLine(text.slice(from, from + PREVIEW_CHARS * 2));
    return from === 0 ? line : cutToChars(`…${line}`, PREVIEW_CHARS);
  }
  return previewOf(text);
}

function toLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return cutToChars((line as unknown as { toWellFormed(): string }).toWellFormed(), PREVIEW_CHARS);
}
