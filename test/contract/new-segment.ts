import { createHash } from 'node:crypto';
import type { NewSegment } from '../../src/context/context-store.ts';
import { lineSketchOf } from '../../src/context/links/line-sketch.ts';
import { linksOf } from '../../src/context/links/links-of.ts';
import { previewOf } from '../../src/context/search/preview.ts';

/** Returns the SHA-256 of a text in hex. */
export const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A segment ready to be stored. */
export function newSegment(id: string, text: string, more: Partial<NewSegment> = {}): NewSegment {
  const about = { id, text, file: null, tags: [], ...more };
  return {
    ...{ type: 'note', hash: hashOf(text), tokens: text.length, preview: previewOf(text), task: null },
    ...{ createdAt: null, pinned: false, lines: null, topic: null },
    ...about,
    links: linksOf(about),
    sketch: about.file === null ? '' : lineSketchOf(text),
  } as NewSegment;
}
