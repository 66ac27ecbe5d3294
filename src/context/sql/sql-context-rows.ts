import type { SqlRow } from '../../storage/sql-database.ts';
import type { NewSegment } from '../context-store.ts';
import type { LineSketch } from '../links/line-sketch.ts';
import type { Links } from '../links/links-of.ts';
import type { LineRange, Segment, SegmentType, ShownSegment, Tier, WorkingSegment } from '../segment.ts';

/** Columns of a segment without its tier, the same in the working set and in snapshots. */
export const SEGMENT_COLUMNS: readonly string[] = [
  ...['segment', 'type', 'task', 'created_at', 'touched_at', 'pinned', 'entered'],
  ...['file', 'from_line', 'to_line', 'tags', 'topic', 'tokens'],
];

/** Additional columns that only a copy needs. */
export const HELD_COLUMNS: readonly string[] = ['held', 'text_id', 'preview'];

export function toSegment(row: SqlRow, tier: Tier = row['tier'] as Tier): Segment {
  const text = (name: string): string | null => (row[name] as string | null) ?? null;
  return {
    id: String(row['segment']),
    type: row['type'] as SegmentType,
    task: text('task'),
    createdAt: Number(row['created_at']),
    touchedAt: Number(row['touched_at']),
    pinned: row['pinned'] === 1,
    entered: Number(row['entered']),
    tier,
    file: text('file'),
    lines: linesOf(row),
    tags: row['tags'] === '[]' ? [] : (JSON.parse(String(row['tags'])) as string[]),
    topic: text('topic'),
    tokens: Number(row['tokens']),
  };
}

/** Immutable fields of a working segment, as in the column `held`. */
type Held = readonly [
  ...[id: string, type: SegmentType, file: string | null, topic: string | null, from: number | null, to: number | null],
  ...[tokens: number, tags: readonly string[], links: Links, sketch?: LineSketch],
];

export function toHeld({ id, type, file, topic, lines, tokens, tags, links, sketch }: NewSegment): string {
  const range = [lines?.start ?? null, lines?.end ?? null] as const;
  const held: Held = [id, type, file, topic, ...range, tokens, tags, links, sketch];
  return JSON.stringify(held);
}

/** Parses links and sketch from the column `held`. */
export function derivedIn(held: string): Pick<NewSegment, 'links' | 'sketch'> {
  const [, , , , , , , , links, sketch = ''] = JSON.parse(held) as Held;
  return { links, sketch };
}

/** Columns that `toWorkingSegments` needs. */
export const WORKING_COLUMNS = 'id, task, created_at, touched_at, pinned, entered, held';

/**
 * Max rows parsed as one JSON text. Parsing row by row takes twice as long; parsing all at once takes twice the memory.
 */
const AT_ONCE = 2000;

/** Converts the rows of a working set. */
export function toWorkingSegments(rows: readonly SqlRow[]): readonly WorkingSegment[] {
  const segments: WorkingSegment[] = [];
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const some = rows.slice(from, from + AT_ONCE);
    const all = JSON.parse(`[${some.map(({ held }) => held).join(',')}]`) as Held[];
    for (let at = 0; at < some.length; at++) segments.push(toWorking(some[at] as SqlRow, all[at] as Held));
  }
  return segments;
}

/** Segments stored before sketches existed have none. */
function toWorking(
  row: SqlRow,
  [id, type, file, topic, from, to, tokens, tags, links, sketch = '']: Held,
): WorkingSegment {
  return {
    id,
    type,
    task: row['task'] as string | null,
    createdAt: row['created_at'] as number,
    touchedAt: row['touched_at'] as number,
    pinned: row['pinned'] === 1,
    entered: row['entered'] as number,
    tier: 'working',
    file,
    lines: from === null ? null : { start: from, end: to ?? from },
    tags,
    topic,
    tokens,
    links,
    sketch,
  };
}

export function toShownSegment(row: SqlRow, tier?: Tier): ShownSegment {
  return { ...toSegment(row, tier), hash: String(row['hash']), preview: String(row['preview']) };
}

function linesOf(row: SqlRow): LineRange | null {
  const start = row['from_line'];
  return typeof start === 'number' ? { start, end: Number(row['to_line'] ?? start) } : null;
}
