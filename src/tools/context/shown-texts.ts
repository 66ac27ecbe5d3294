import { createMeasure } from '../../base/json/measure.ts';
import type { ContextDeps } from './context-deps.ts';

/**
 * Max UTF-8 bytes of texts in one answer: `ROOM` if they appear as text and as structured content, `ROOM_OF_TEXT` if only as
 * text. A text of that size fits with its
 * surroundings.
 */
const ROOM = 6600;
const ROOM_OF_TEXT = 7000;

const MEASURES = { both: createMeasure('both'), text: createMeasure('text') };

/** A text, or where to read it. */
export type SegmentText =
  | { readonly text: string /** Where the rest begins, if this is a part. */; readonly text_next?: number }
  | { readonly text_ref: string };

/**
 * Returns texts for an answer, whole and exact, while there is room. Each of the others is stored as an artifact.
 * Undefined if the text was not read or cannot be stored; a text that was requested alone is then shown in parts, of
 * which this is the one at `offset`.
 */
export async function showTexts(
  texts: readonly (string | undefined)[],
  { artifacts }: Pick<ContextDeps, 'artifacts'>,
  { structured, offset = 0 }: { readonly structured: boolean; readonly offset?: number | undefined },
): Promise<readonly (SegmentText | undefined)[]> {
  const measure = structured ? MEASURES.both : MEASURES.text;
  let room = structured ? ROOM : ROOM_OF_TEXT;
  const shown: (SegmentText | undefined)[] = [];
  for (const text of texts) {
    if (text === undefined) {
      shown.push(undefined);
      continue;
    }
    const bytes = measure.string(text);
    if (bytes <= room) {
      room -= bytes;
      shown.push({ text });
      continue;
    }
    const kept = await artifacts
      ?.put({ domain: 'context', mimeType: 'text/plain; charset=utf-8', body: text })
      .catch(() => undefined);
    if (kept === undefined)
      shown.push(texts.length === 1 ? partOf(text, offset, (one) => measure.string(one) <= room) : undefined);
    else shown.push({ text_ref: kept.ref });
  }
  return shown;
}

/** Returns the part of a text at an offset that fits, without cutting a character. */
function partOf(text: string, offset: number, fits: (part: string) => boolean): SegmentText {
  let end = text.length;
  while (end > offset + 1 && !fits(text.slice(offset, end))) end = offset + ((end - offset) >> 1);
  if (end < text.length && (text.codePointAt(end - 1) ?? 0) > 0xffff) end++;
  return { text: text.slice(offset, end), ...(end < text.length && { text_next: end }) };
}
