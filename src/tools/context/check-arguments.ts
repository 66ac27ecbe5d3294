import { quote } from '../../base/json/quote.ts';
import { ContextError, type ContextFailure } from '../../context/context-error.ts';
import { CONTEXT_ID_FORM, isContextId } from '../../context/context-id.ts';
import type { SegmentFilter } from '../../context/context-store.ts';
import { type RawSegment, whyTooLong } from '../../context/ingest/raw-segment.ts';
import { DESCRIBED, type Tier } from '../../context/segment.ts';
import { parseTimestamp } from '../../context/timestamp.ts';
import type { GivenFilters, GivenSegment } from './arguments.ts';

/** Returns the id, or throws a `ContextError` (`INVALID_PARAMETER`) that names the parameter. */
export function checkId(parameter: string, id: string): string {
  if (isContextId(id)) return id;
  throw new ContextError('INVALID_PARAMETER', `cannot use ${quote(id)} as ${parameter}: expected ${CONTEXT_ID_FORM}`);
}

export function checkOptionalId(parameter: string, id: string | undefined | null): string | undefined {
  return id === undefined || id === null ? undefined : checkId(parameter, id);
}

/** Separates well-formed ids, each once, from failures. */
export function sortIds(ids: readonly string[]): {
  readonly valid: readonly string[];
  readonly failed: readonly ContextFailure[];
} {
  const unique = [...new Set(ids)];
  const failed = unique
    .filter((id) => !isContextId(id))
    .map((id): ContextFailure => {
      const message = `cannot use ${quote(id)} as segment_id: expected ${CONTEXT_ID_FORM}`;
      return { segment_id: quote(id).slice(1, -1), code: 'INVALID_PARAMETER', message };
    });
  return { valid: unique.filter(isContextId), failed };
}

export function toFilter(given: GivenFilters | undefined, tiers: readonly Tier[]): SegmentFilter {
  const { file_path, task_id, tags, type, created_after, created_before } = given ?? {};
  return {
    ...{ tiers, file: file_path, type, tags, task: checkOptionalId('filters.task_id', task_id) },
    createdAfter: created_after === undefined ? undefined : parseTimestamp(created_after),
    createdBefore: created_before === undefined ? undefined : parseTimestamp(created_before),
  };
}

/** Returns a storable segment, or a failure that says why it cannot be stored. */
export function toRawSegment(given: GivenSegment, at: number): RawSegment | ContextFailure {
  const name = given.segment_id ?? `segments[${at}]`;
  const refuse = (message: string): ContextFailure => {
    return { segment_id: quote(name).slice(1, -1), code: 'INVALID_PARAMETER', message };
  };
  const { text, segment_id, task_id, line_range } = given;
  for (const [parameter, id] of [
    ['segment_id', segment_id],
    ['task_id', task_id],
  ] as const) {
    if (id !== undefined && !isContextId(id)) {
      return refuse(`cannot use ${quote(id)} as ${parameter}: expected ${CONTEXT_ID_FORM}`);
    }
  }
  const tooLong = whyTooLong(text);
  if (tooLong !== undefined) return refuse(`cannot store ${tooLong}`);
  if (!(text as unknown as { isWellFormed(): boolean }).isWellFormed()) {
    return refuse('cannot store a text with a lone surrogate (half a character): expected well-formed Unicode');
  }
  if (given.tags?.includes(DESCRIBED) === true) {
    return refuse(
      `cannot use "${DESCRIBED}" as a tag: it is reserved for segments without their text; use another tag`,
    );
  }
  const [start, end] = line_range ?? [];
  if (start !== undefined && end !== undefined && start > end) {
    return refuse(`cannot use line_range ${start}-${end}: its first line is after its last`);
  }
  return {
    ...{ text, id: segment_id, type: given.type, task: task_id, file: given.file_path, tags: given.tags },
    ...{ topic: given.topic_id, pinned: given.pinned },
    lines: start === undefined || end === undefined ? undefined : { start, end },
    createdAt: given.created_at === undefined ? undefined : parseTimestamp(given.created_at),
  };
}

export const isFailure = (one: RawSegment | ContextFailure): one is ContextFailure => 'code' in one;
