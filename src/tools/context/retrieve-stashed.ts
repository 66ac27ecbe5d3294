import * as z from 'zod/mini';
import { createMeasure } from '../../base/json/measure.ts';
import { ContextError, type ContextFailure } from '../../context/context-error.ts';
import type { Moved } from '../../context/context-store.ts';
import { described } from '../../context/described.ts';
import { isDescribed, type ShownSegment } from '../../context/segment.ts';
import { segmentFields, toSegmentFields } from '../../context/shown-segment.ts';
import type { Value } from '../../mcp/value.ts';
import { filters, pageLimit, pageOffset, projectId, query, segmentIds } from './arguments.ts';
import { checkId, checkOptionalId, sortIds } from './check-arguments.ts';
import { chooseSegments, isByIds, isChoice } from './chosen-segments.ts';
import type { ContextDeps } from './context-deps.ts';
import { type ContextToolSpec, failures, list } from './context-tool.ts';
import { checkAny, textMissing, textUnfit, whyNot } from './failures.ts';

/**
 * Max UTF-8 bytes of texts in one answer: `ROOM` if they appear as text and as structured content, `ROOM_OF_TEXT` if only as
 * text. A text of that size fits with its
 * surroundings.
 */
const ROOM = 6600;
const ROOM_OF_TEXT = 7000;

const MEASURES = { both: createMeasure('both'), text: createMeasure('text') };

/** A text, or where to read it. */
type SegmentText =
  | { readonly text: string /** Where the rest begins, if this is a part. */; readonly text_next?: number }
  | { readonly text_ref: string };

/**
 * Returns texts for an answer, whole and exact, while there is room. Each of the others is stored as an artifact.
 * Undefined if the text was not read or cannot be stored; a text that was requested alone is then shown in parts, of
 * which this is the one at `offset`.
 */
async function showTexts(
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

const SHOWN = 20;
const argsSchema = z.strictObject({
  project_id: projectId,
  segment_ids: z.optional(segmentIds),
  query: z.optional(query),
  filters: z.optional(filters),
  snapshot_id: z.optional(described(z.string(), 'Segments that this task snapshot holds, as they were.')),
  move_to_active: z.optional(z.boolean()),
  text_offset: z.optional(described(z.int().check(z.gte(0)), 'For one segment: text_next of the answer before.')),
  limit: z.optional(described(pageLimit, `Default ${SHOWN}.`)),
  offset: z.optional(pageOffset),
});
type Args = Value<typeof argsSchema>;

/** Max tokens of the texts read for one answer, about 16 MB. The others are named and can be fetched one by one. */
const MAX_READ = 4_000_000;

export const retrieveStashed: ContextToolSpec<Args> = {
  name: 'context_retrieve_stashed',
  title: 'Retrieve stashed segments',
  description:
    'Get stashed segments back whole, byte for byte: by id, query or filters, or those of a snapshot. move_to_active counts them as context again. If a text is too long for the answer, read its text_ref with the tool artifact. Example: {"project_id": "shop", "segment_ids": ["log-1"], "move_to_active": true}.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  arguments: argsSchema,
  result: {
    retrieved_segments: list({ ...segmentFields, text: z.string(), text_next: z.int(), text_ref: z.string() }),
    moved_to_active: z.array(z.string()),
    segments_found: z.int(),
    errors: failures,
  },
  async run(args, deps, { structured = true }) {
    const project = checkId('project_id', args.project_id);
    const snapshot = checkOptionalId('snapshot_id', args.snapshot_id);
    if (!isChoice(args) && snapshot === undefined) {
      throw new ContextError(
        'INVALID_PARAMETER',
        'cannot retrieve segments: expected at least one of segment_ids, query, filters (with a field) or snapshot_id',
      );
    }
    const found = await (snapshot === undefined
      ? findStashed(args, deps, project)
      : findHeld(args, deps, project, snapshot));
    const { segments, total, failed } = found;
    checkAny(segments.length, failed);
    // Read texts before anything moves, so that a failed call changes nothing.
    const whole = segments.filter((one) => !isDescribed(one));
    const texts = await found.read(whole.slice(0, countRead(whole)).map(({ id }) => id));
    const shown = await showTexts(
      whole.map(({ id }) => texts.get(id)),
      deps,
      { structured, offset: args.text_offset },
    );
    const shownOf = new Map(whole.map(({ id }, at) => [id, shown[at]]));
    const missing = segments.filter(isDescribed).map(({ id }) => textMissing('return', id));
    const unfit = whole.filter(({ id }) => shownOf.get(id) === undefined).map(({ id }) => textUnfit(id));
    const moved = args.move_to_active === true ? await found.restore(found.chosen) : [];
    const { collections } = await deps.store.state(project);
    const isMoved = new Set(moved.map(({ id }) => id));
    const retrieved = segments.map((one) => {
      const { preview, ...about } = toSegmentFields(isMoved.has(one.id) ? { ...one, tier: 'working' } : one, {
        collections,
      });
      return { ...about, ...(shownOf.get(one.id) ?? { preview }) };
    });
    return {
      summary: `${segments.length} of ${total} segments retrieved${moved.length > 0 ? `, ${moved.length} made active` : ''}`,
      data: {
        segments_found: total,
        moved_to_active: found.chosen.filter((id) => isMoved.has(id)),
        errors: [...failed, ...missing, ...unfit],
        retrieved_segments: retrieved,
        hasMore: (args.offset ?? 0) + segments.length < total,
      },
    };
  },
};

/** Number of segments, from the start, whose texts are read. */
function countRead(segments: readonly ShownSegment[]): number {
  let left = MAX_READ;
  for (const [at, { tokens }] of segments.entries()) {
    left -= tokens;
    if (left < 0) return Math.max(1, at);
  }
  return segments.length;
}

interface Found {
  /** A page of segments. */
  readonly segments: readonly ShownSegment[];
  /** Ids to make active: the whole choice from a snapshot, otherwise the page. */
  readonly chosen: readonly string[];
  readonly read: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  readonly total: number;
  readonly failed: readonly ContextFailure[];
  readonly restore: (ids: readonly string[]) => Promise<readonly Moved[]>;
}

async function findStashed(args: Args, deps: ContextDeps, project: string): Promise<Found> {
  const { store } = deps;
  const { limit = SHOWN, offset = 0 } = args;
  const page = { tiers: ['stashed', 'archive'] as const, limit, offset };
  const { segments, total, failed, asked } = await chooseSegments(args, deps, project, page);
  const missing = isByIds(args) && total < asked.length && offset === 0 ? await missingOf(asked, deps, project) : [];
  return {
    segments,
    total,
    chosen: segments.map(({ id }) => id),
    read: (ids) => store.texts(project, ids),
    failed: [...failed, ...missing],
    restore: (ids) => store.move(project, ids, { from: ['stashed', 'archive'], to: 'working' }),
  };
}

async function missingOf(asked: readonly string[], { store }: ContextDeps, project: string) {
  const filter = { tiers: ['stashed', 'archive'] as const, ids: asked };
  const there = new Set((await store.list(project, filter, { limit: asked.length })).segments.map(({ id }) => id));
  return await whyNot(
    store,
    project,
    asked.filter((id) => !there.has(id)),
    { tier: 'stashed', pinned: false },
  );
}

async function findHeld(args: Args, { store }: ContextDeps, project: string, snapshot: string): Promise<Found> {
  if (args.query !== undefined || args.filters !== undefined) {
    throw new ContextError(
      'INVALID_PARAMETER',
      'cannot retrieve a snapshot by query or filters: leave them out, or leave out snapshot_id',
    );
  }
  const held = await store.snapshotSegments(project, snapshot);
  if (held === undefined) {
    throw new ContextError('SEGMENT_NOT_FOUND', `cannot find snapshot "${snapshot}" in project "${project}"`);
  }
  const { limit = SHOWN, offset = 0 } = args;
  const { valid, failed } = sortIds(args.segment_ids ?? []);
  const asked = new Set(valid);
  const chosen = args.segment_ids === undefined ? held : held.filter(({ id }) => asked.has(id));
  for (const { id } of chosen) asked.delete(id);
  const missing = [...asked].map((id): ContextFailure => {
    return { segment_id: id, code: 'SEGMENT_NOT_FOUND', message: `snapshot "${snapshot}" does not hold "${id}"` };
  });
  return {
    segments: chosen.slice(offset, offset + limit),
    chosen: chosen.map(({ id }) => id),
    total: chosen.length,
    read: (ids) => store.snapshotTexts(project, snapshot, ids),
    failed: [...failed, ...missing],
    restore: (ids) => store.restore(project, snapshot, ids),
  };
}
