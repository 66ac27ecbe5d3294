import { LONGEST_SECRET, redactSecrets } from '../../../src/artifacts/redact-secrets.ts';

/**
 * Extra characters to examine. They cover a secret that starts within the result, and text that moves into it when
 * other secrets are removed.
 */
const LOOKED_AT = 2 * LONGEST_SECRET;

/**
 * Returns the first characters of a text without secrets. Redacts before cutting, because half of a secret would not be
 * recognized.
 */
export function firstChars(text: string, count: number): string {
  const looked = text.slice(0, count + LOOKED_AT);
  // The cut may go through a secret, so drop the last word.
  const end = looked.length < text.length ? Math.max(looked.lastIndexOf(' '), looked.lastIndexOf('\n')) : -1;
  return redactSecrets(end === -1 ? looked : looked.slice(0, end)).slice(0, count);
}

/**
 * Returns the end of a text without secrets: at least its last `count` characters, plus extra ones that were examined
 * for secrets. If the cut may have halved a word, the word is dropped.
 */
export function lastChars(text: string, count: number): string {
  const looked = text.slice(-(count + LOOKED_AT));
  return redactSecrets(looked.length < text.length ? looked.replace(/^\S{1,4000}/, '') : looked);
}
