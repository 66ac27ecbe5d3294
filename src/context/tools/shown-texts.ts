import { createMeasure } from '../../shaping/measure.ts';
import type { ContextDeps } from './context-tool.ts';

/** UTF-8 bytes of texts in one answer, as JSON: the rest of it is about them. */
const ROOM = 3200;
const ROOM_OF_TEXT = 7500;

const measure = createMeasure('plain');

/** A text, or where it is. */
export type ShownText = { readonly text: string } | { readonly text_ref: string } | { readonly text_uri: string };

/**
 * Texts for an answer: whole and exact, as long as there is room; of the others each is kept as an artifact of its own
 * or, where nothing is kept or that fails, named as a resource.
 */
export async function showTexts(
  texts: readonly { readonly text: string; readonly uri: string }[],
  { artifacts }: Pick<ContextDeps, 'artifacts'>,
  structured: boolean,
): Promise<readonly ShownText[]> {
  let room = structured ? ROOM : ROOM_OF_TEXT;
  const shown: ShownText[] = [];
  for (const { text, uri } of texts) {
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
