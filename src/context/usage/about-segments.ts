import { cutToChars, graphemeEnd } from '../../text/cut-text.ts';
import type { ContextStore } from '../context-store.ts';
import type { ShownSegment } from '../segment.ts';

/** Max UTF-16 units. */
const LONGEST = 60;

/**
 * Describes working segments by id, for readers who do not know the ids: file and lines, otherwise the topic, otherwise
 * the start of the text.
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
  // The end of a path says the most.
  const room = LONGEST - range.length;
  return `${file.length > room ? `…${file.slice(graphemeEnd(file, file.length - room + 1))}` : file}${range}`;
}
