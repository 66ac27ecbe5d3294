import type { LineRange, Segment, SegmentType, ShownSegment, Tier, WorkingSegment } from '../context/segment.ts';
import type { SqlRow } from './sql-database.ts';

/** Columns of a segment but its tier, in the working set and in a snapshot alike. */
export const SEGMENT_COLUMNS: readonly string[] = [
  ...['segment', 'type', 'task', 'created_at', 'touched_at', 'pinned', 'entered'],
  ...['file', 'from_line', 'to_line', 'tags', 'topic', 'tokens'],
];

/** What of them only a copy needs. */
export const HELD_COLUMNS: readonly string[] = ['links', 'text_id', 'preview'];

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

export function toWorkingSegment(row: SqlRow): WorkingSegment {
  return { ...toSegment(row, 'working'), links: JSON.parse(String(row['links'])) as number[] };
}

export function toShownSegment(row: SqlRow, tier?: Tier): ShownSegment {
  return { ...toSegment(row, tier), hash: String(row['hash']), preview: String(row['preview']) };
}

function linesOf(row: SqlRow): LineRange | null {
  const start = row['from_line'];
  return typeof start === 'number' ? { start, end: Number(row['to_line'] ?? start) } : null;
}
