import { printable } from '../../../../launcher/cli/printable.ts';
import { isSecretName, maskedLine } from '../../../../launcher/setup/masked-line.ts';
import { cutToChars } from '../../../../src/text/cut-text.ts';

/** Max UTF-16 units of a line to show. */
const MAX_CHARS = 200;
/** Max UTF-16 units to process, because masking is quadratic in the length of a word. */
const MAX_READ = 2000;
/** Finds base64 of a key or certificate that is incomplete or prefixed, for example by line numbers. */
const BASE64 = /[A-Za-z0-9+/]{40,}={0,2}/g;
/** Distinguishes base64 from paths, which use the same letters but consist of words. */
const MIXED_PART = /(?=[A-Za-z]*\d)(?=[a-z\d]*[A-Z])(?=[A-Z\d]*[a-z])[A-Za-z\d]{20,}/;
const BASE64_LINE = /^\s*[A-Za-z0-9+/]{40,}={0,2}\s*$/;
/** Matches `NAME=value`, as in a file of environment variables. */
const VARIABLE = /^(\s*(?:export\s+)?([A-Z][A-Z0-9_]*)=)\S.*$/;

/**
 * Makes a line of a recorded session safe to show in a terminal: removes secrets, escapes control characters, and
 * truncates to 200 characters. Redact multiline texts with `redactSecrets` first, because a private key spans lines.
 */
export function shownLine(line: string): string {
  // Close the quote of a truncated value, so that it is still recognized as a value.
  const masked = maskedLine(line.length > MAX_READ ? `${line.slice(0, MAX_READ)}"` : line);
  if (BASE64_LINE.test(masked)) return '…';
  const plain = masked.replaceAll(BASE64, (word) => (MIXED_PART.test(word) ? '…' : word));
  const safe = plain.replace(VARIABLE, (all, start: string, name: string) => (isSecretName(name) ? `${start}…` : all));
  return cutToChars(printable(safe), MAX_CHARS);
}
