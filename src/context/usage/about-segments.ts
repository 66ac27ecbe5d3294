import { cutToChars, graphemeEnd } from '../../shaping/cut-text.ts';
import type { ContextStore } from '../context-store.ts';
import type { ShownSegment } from '../segment.ts';

/** UTF-16 units at most. */
const LONGEST = 60;

/**
 * What working segments are, by id, for those who would not know them by that: the file and its lines, else the
 * topic, else how the text begins.
 */
export async function aboutSegments(
  store: Pick<ContextStore, 'list'>,
  project: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { segments } = await store.list(project, { tiers: ['working'], ids }, { limit: ids.length });
  return new Map(segments.map((one) => [one.id, aboutOf(one)]));
}

function aboutOf({ file, lines, topic, preview }: ShownSegment): string {
  if (file === null) return cutToChars(topic ?? preview, LONGEST);
  const range = lines === null ? '' : `:${lines.start}-${lines.end}`;
  // Of a path the end tells most.
  const room = LONGEST - range.length;
  return `${file.length > room ? `…${file.slice(graphemeEnd(file, file.length - room + 1))}` : file}${range}`;
}
