import { isDeepStrictEqual } from 'node:util';
import { jsonOf, parseText } from '../../gateway/config/parse-text.ts';
import { parseTomlText } from '../../hosts/parse-toml-text.ts';
import { putPart } from './edit-part.ts';
import type { FilePart } from './part.ts';

/**
 * Removes exactly the characters that were inserted into `original`, if they are still there unchanged. This includes
 * whitespace that we added. A structural edit could not distinguish it from the user's own.
 */
export async function withoutInsertion(
  text: string,
  original: string,
  parts: readonly FilePart[],
): Promise<string | undefined> {
  let after = original;
  for (const part of parts) {
    const put = await putPart(after, part, true);
    if (!put.ok) return undefined;
    after = put.text;
  }
  const inserted = insertionOf(original, after);
  const at = inserted === undefined ? -1 : text.indexOf(inserted);
  if (inserted === undefined || at === -1 || at !== text.lastIndexOf(inserted)) return undefined;
  return text.slice(0, at) + text.slice(at + inserted.length);
}

/** Returns the text that was inserted into `before` to make `after`; undefined if they differ in any other way. */
function insertionOf(before: string, after: string): string | undefined {
  let head = 0;
  while (head < before.length && before[head] === after[head]) head++;
  const inserted = after.slice(head, after.length - (before.length - head));
  const whole = inserted !== '' && before.slice(0, head) + inserted + before.slice(head) === after;
  return whole ? inserted : undefined;
}

/** True if both texts have the same content and differ only in whitespace. */
export async function meanTheSame(one: string, other: string, kind: FilePart['kind']): Promise<boolean> {
  if (kind === 'toml') {
    const [a, b] = await Promise.all([parseTomlText(one), parseTomlText(other)]);
    return a.ok && b.ok && isDeepStrictEqual(a.root, b.root);
  }
  // A comma that is left before a brace would parse here, but not in every host.
  if (one.replaceAll(/\s/g, '') !== other.replaceAll(/\s/g, '')) return false;
  if (kind === 'block' || kind === 'rules') return true;
  const [a, b] = [parseText(one), parseText(other)];
  return a.ok && b.ok && isDeepStrictEqual(jsonOf(a.root), jsonOf(b.root));
}
