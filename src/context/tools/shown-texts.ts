import { createMeasure } from '../../shaping/measure.ts';
import type { ContextDeps } from './context-tool.ts';

/** UTF-8 bytes of texts in one answer, in each place that they stand in: one of that size fits with what is about it. */
const ROOM = 6600;
const ROOM_OF_TEXT = 7000;

const MEASURES = { both: createMeasure('both'), text: createMeasure('text') };

/** A text, or where it is. */
export type ShownText = { readonly text: string } | { readonly text_ref: string } | { readonly text_uri: string };

/**
 * Texts for an answer: whole and exact, as long as there is room; of the others each is kept as an artifact of its own
 * or, where nothing is kept, that fails or the text was not read, named as a resource.
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
