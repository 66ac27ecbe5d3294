import { isDeepStrictEqual } from 'node:util';
import { jsonOf, parseText, withoutMark } from '../../gateway/config/parse-text.ts';
import { takePart } from '../edit/edit-part.ts';
import type { FilePart } from '../edit/part.ts';
import type { Record } from './records.ts';

export type WithoutParts =
  | { readonly ok: true; readonly text: string | null }
  | { readonly ok: false; readonly why: string };

/**
 * Removes our parts from a text, with the containers that were created for them. Null if the file was created for them
 * as well.
 */
export async function withoutParts(
  given: string,
  parts: readonly FilePart[],
  known: Pick<Record, 'original'> | undefined,
): Promise<WithoutParts> {
  let text = given;
  for (const part of parts) {
    const taken = await takePart(text, part, known === undefined ? undefined : (known.original ?? ''));
    if (!taken.ok) return taken;
    text = taken.text;
  }
  const isOurs = text !== given && known?.original === null && isBare(text, parts);
  return { ok: true, text: isOurs ? null : text };
}

/** True if a file contains only the text that we created it with. */
function isBare(text: string, parts: readonly FilePart[]): boolean {
  const bare = withoutMark(text).trim();
  if (bare === '') return true;
  const begun = parts.map((part) => {
    if (part.kind === 'block') return part.head.trim();
    return part.kind === 'json' ? part.newFile : {};
  });
  const parsed = parseText(bare);
  const root = parsed.ok ? jsonOf(parsed.root) : bare;
  return [{}, ...begun].some((one) => isDeepStrictEqual(one, root));
}
