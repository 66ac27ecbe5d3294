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
export type ShownText = { readonly text: string } | { readonly text_ref: string } | { readonly text_uri: string };

/**
 * Returns texts for an answer, whole and exact, while there is room. Each of the others is stored as an artifact. It is
 * named as a resource if there is no artifact store, storing fails, or the text was not read.
 */
export async function showTexts(
  texts: readonly { readonly text: string | undefined; readonly uri: string }[],
  { artifacts }: Pick<ContextDeps, 'artifacts'>,
  structured: boolean,
): Promise<readonly ShownText[]> {
  const measure = structured ? MEASURES.both : MEASURES.text;
  let room = structured ? ROOM : ROOM_OF_TEXT;
  const shown: ShownText[] = [];
  for (const { text, uri } of texts) {
    if (text === undefined) {
      shown.push({ text_uri: uri });
      continue;
    }
    const bytes = measure.string(text);
    if (bytes <= room) {
      room -= bytes;
      shown.push({ text });
      continue;
    }
    try {
      const kept = await artifacts?.put({ domain: 'context', mimeType: 'text/plain; charset=utf-8', body: text });
      shown.push(kept === undefined ? { text_uri: uri } : { text_ref: kept.ref });
    } catch {
      shown.push({ text_uri: uri });
    }
  }
  return shown;
}
