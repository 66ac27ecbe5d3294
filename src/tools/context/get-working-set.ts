import * as z from 'zod/mini';
import { countReferences } from '../../context/collector/count-references.ts';
import { described } from '../../context/described.ts';
import { segmentFields, toSegmentFields, toTime } from '../../context/shown-segment.ts';
import type { Value } from '../../mcp/value.ts';
import { pageLimit, pageOffset, projectId, taskId } from './arguments.ts';
import { checkId, checkOptionalId } from './check-arguments.ts';
import { type ContextToolSpec, list } from './context-tool.ts';

const SHOWN = 10;
const args = z.strictObject({
  project_id: projectId,
  task_id: z.optional(described(taskId, 'Only segments of this task.')),
  limit: z.optional(described(pageLimit, `Default ${SHOWN}.`)),
  offset: z.optional(pageOffset),
});
type Args = Value<typeof args>;

export const getWorkingSet: ContextToolSpec<Args> = {
  name: 'context_get_working_set',
  title: 'Show the working set',
  description:
    'List the segments that count as being in the context, newest first, with sizes and previews. Call it before pinning or stashing by hand. Example: {"project_id": "shop", "task_id": "login"}.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  arguments: args,
  result: {
    working_set: z.looseObject({ project_id: z.string(), total_tokens: z.int() }),
    segments: list(segmentFields),
    total_tokens: z.int(),
    segment_count: z.int(),
  },
  async run({ project_id, task_id, limit = SHOWN, offset = 0 }, { store }) {
    const project = checkId('project_id', project_id);
    const task = checkOptionalId('task_id', task_id);
    const set = await store.working(project);
    const counts = countReferences(set);
    const references = new Map(set.segments.map(({ id }, at) => [id, counts[at]]));
    const page = await store.list(project, { tiers: ['working'], task }, { limit, offset });
    const segments = page.segments.map((one) =>
      toSegmentFields(one, { collections: set.collections, references: references.get(one.id) ?? 0 }),
    );
    // A page beyond the end reports no sums, so compute them here.
    const all = set.segments.filter((one) => task === undefined || one.task === task);
    const total = all.reduce((sum, { tokens }) => sum + tokens, 0);
    const about = {
      project_id: project,
      ...(task !== undefined && { task_id: task }),
      total_tokens: total,
      current_task_id: set.currentTask,
      last_updated: set.latest === 0 ? null : toTime(set.latest),
    };
    return {
      summary: `${all.length} working segments, ${total} tokens`,
      data: {
        segment_count: all.length,
        total_tokens: total,
        working_set: about,
        segments,
        hasMore: offset + segments.length < all.length,
      },
    };
  },
};
