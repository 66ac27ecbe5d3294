import { cutToChars } from '../../../../src/shaping/cut-text.ts';
import { isSecretName, maskedLine } from '../../../setup/masked-line.ts';
import { printable } from '../../printable.ts';

/** UTF-16 units of a line that are shown. */
const MAX_CHARS = 200;
/** UTF-16 units that are looked at: masking takes the square of a word's length. */
const MAX_READ = 2000;
/** A line of a key or certificate whose first or last line the result does not hold, e.g. with a number before it. */
const BASE64 = /[A-Za-z0-9+/]{40,}={0,2}/g;
/** Paths are made of the same letters, but their parts are words. */
const MIXED_PART = /(?=[A-Za-z]*\d)(?=[a-z\d]*[A-Z])(?=[A-Z\d]*[a-z])[A-Za-z\d]{20,}/;
const BASE64_LINE = /^\s*[A-Za-z0-9+/]{40,}={0,2}\s*$/;
/** `NAME=value` as in a file of environment variables. */
const VARIABLE = /^(\s*(?:export\s+)?([A-Z][A-Z0-9_]*)=)\S.*$/;

/**
 * A line of a recorded session as a terminal may show it: secrets taken out, control characters spelled out, and cut to
 * 200 characters. Texts of several lines go through `redactSecrets` first, since a private key spans lines.
 */
export function shownLine(line: string): string {
  // A value that is cut off here ends here, so that it is still seen as one.
  const masked = maskedLine(line.length > MAX_READ ? `${line.slice(0, MAX_READ)}"` : line);
  if (BASE64_LINE.test(masked)) return '…';
  const plain = masked.replaceAll(BASE64, (word) => (MIXED_PART.test(word) ? '…' : word));
  const safe = plain.replace(VARIABLE, (all, start: string, name: string) => (isSecretName(name) ? `${start}…` : all));
  return cutToChars(printable(safe), MAX_CHARS);
}
