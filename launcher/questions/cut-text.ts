import { LONGEST_SECRET, redactSecrets } from '../../src/artifacts/redact-secrets.ts';

/** The secrets that begin in what is left, and the ones that they would make room for. */
const LOOKED_AT = 2 * LONGEST_SECRET;

/** Returns the first characters of a text without secrets: half of one would not be known as one. */
export function firstChars(text: string, count: number): string {
  const looked = text.slice(0, count + LOOKED_AT);
  // The word that the end falls into goes: it may be half of a secret too.
  const end = looked.length < text.length ? Math.max(looked.lastIndexOf(' '), looked.lastIndexOf('\n')) : -1;
  return redactSecrets(end === -1 ? looked : looked.slice(0, end)).slice(0, count);
}

/** Returns the last characters of a text that hold whole secrets alone, each taken out. */
export function lastChars(text: string, count: number): string {
  const looked = text.slice(-(count + LOOKED_AT));
  return redactSecrets(looked.length < text.length ? looked.replace(/^\S{1,4000}/, '') : looked);
}
