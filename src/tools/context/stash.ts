import * as z from 'zod/mini';
import { ContextError, type ContextFailure } from '../../context/context-error.ts';
import { prepareSegments } from '../../context/ingest/prepare-segments.ts';
import type { RawSegment } from '../../context/ingest/raw-segment.ts';
import type { Value } from '../../mcp/value.ts';
import { filters, type GivenSegment, givenSegments, projectId, query, segmentIds } from './arguments.ts';
import { checkId, isFailure, toRawSegment } from './check-arguments.ts';
import { chooseSegments, isByIds, isChoice } from './chosen-segments.ts';
import type { ContextDeps } from './context-deps.ts';
import { type ContextToolSpec, failures } from './context-tool.ts';
import { checkAny, idTaken, whyNot } from './failures.ts';

const argsSchema = z.strictObject({
  project_id: projectId,
  segment_ids: z.optional(segmentIds),
  query: z.optional(query),
  filters: z.optional(filters),
  segments: z.optional(givenSegments),
});
type Args = Value<typeof argsSchema>;

/** Max segments that one call moves. */
const MAX = 10_000;

export const stash: ContextToolSpec<Args> = {
  name: 'context_stash',
  title: 'Stash segments',
  description:
    'Store context that is not needed now. context_search_stashed finds it, and it comes back byte for byte. Name segments by id, query or filters, or pass new ones whole in segments. Example: {"project_id": "shop", "segments": [{"text": "…", "type": "log", "tags": ["deploy"]}]}.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  arguments: argsSchema,
  result: {
    stashed_segments: z.array(z.string()),
    tokens_stashed: z.int(),
    segments_matched: z.int(),
    errors: failures,
  },
  async run(args, deps) {
    const project = checkId('project_id', args.project_id);
    if (!isChoice(args) && args.segments === undefined) {
      throw new ContextError(
        'INVALID_PARAMETER',
        'cannot stash segments: expected at least one of segment_ids, query, filters (with a field) or segments',
      );
    }
    const stashed: string[] = [];
    const failed: ContextFailure[] = [];
    let [tokens, matched] = [0, 0];
    if (args.segments !== undefined) {
      const added = await addSegments(args.segments, project, deps);
      stashed.push(...added.ids);
      failed.push(...added.failed);
      tokens += added.tokens;
      matched += added.ids.length;
    }
    if (isChoice(args)) {
      const { store } = deps;
      const chosen = await chooseSegments(args, deps, project, { tiers: ['working'], limit: MAX });
      matched += chosen.total;
      const found = chosen.segments.map(({ id }) => id);
      const moved = await store.move(project, found, { from: ['working'], to: 'stashed' });
      const gone = new Set(moved.map(({ id }) => id));
      const left = (isByIds(args) ? chosen.asked : found).filter((id) => !gone.has(id));
      stashed.push(...found.filter((id) => gone.has(id)));
      tokens += moved.reduce((sum, one) => sum + one.tokens, 0);
      failed.push(...chosen.failed, ...(await whyNot(store, project, left, { tier: 'working', pinned: true })));
    }
    checkAny(stashed.length, failed);
    return {
      summary: `${stashed.length} stashed, ${tokens} tokens${failed.length > 0 ? `; ${failed.length} not` : ''}`,
      data: { tokens_stashed: tokens, segments_matched: matched, stashed_segments: stashed, errors: failed },
    };
  },
};

/** Stores segments as stashed. Existing ones are moved, and get their text if only a description was stored. */
async function addSegments(
  given: readonly GivenSegment[],
  project: string,
  { store, loadTokenCounter, redact }: ContextDeps,
) {
  const checked = given.map(toRawSegment);
  const failed: ContextFailure[] = checked.filter(isFailure);
  const raws = checked.filter((one): one is RawSegment => !isFailure(one));
  const { fresh, known, taken } = await prepareSegments(raws, { store, project, loadTokenCounter, redact });
  const isKnown = new Set(known);
  const added = (await store.add(project, fresh, 'stashed')).filter(({ id }) => !isKnown.has(id));
  const moved = known.length === 0 ? [] : await store.move(project, known, { from: ['working'], to: 'stashed' });
  failed.push(...taken.map(idTaken));
  // Segments that were stashed before also count as stashed, but free no tokens.
  const pinned = await whyNot(
    store,
    project,
    known.filter((id) => !moved.some((one) => one.id === id)),
    { tier: 'working', pinned: true },
  );
  const denied = pinned.filter(({ code }) => code === 'PERMISSION_DENIED');
  failed.push(...denied);
  const isDenied = new Set(denied.map(({ segment_id }) => segment_id));
  return {
    ids: [...added.map(({ id }) => id), ...known.filter((id) => !isDenied.has(id))],
    tokens: [...added, ...moved].reduce((sum, one) => sum + one.tokens, 0),
    failed,
  };
}
