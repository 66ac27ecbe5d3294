import * as z from 'zod/mini';
import { loadO200k } from '../../base/tokens/o200k.ts';
import { ContextError } from '../../context/context-error.ts';
import type { Snapshot } from '../../context/context-store.ts';
import { described } from '../../context/described.ts';
import { TIERS } from '../../context/segment.ts';
import { segmentFields, toSegmentFields, toTime } from '../../context/shown-segment.ts';
import type { SharedTool } from '../../mcp/shared-tool.ts';
import type { Value } from '../../mcp/value.ts';
import { randomHex } from '../../teams/keys/api-key.ts';
import { analyzeUsage } from './analyze-usage.ts';
import { pageLimit, pageOffset, projectId, segmentIds, taskId } from './arguments.ts';
import { checkId, checkOptionalId, sortIds } from './check-arguments.ts';
import type { ContextDeps } from './context-deps.ts';
import { type ContextToolSpec, failures, list, toContextTool } from './context-tool.ts';
import { checkAny, whyNot } from './failures.ts';
import { gcAnalyze } from './gc-analyze.ts';
import { gcPrune } from './gc-prune.ts';
import { getWorkingSet } from './get-working-set.ts';
import { retrieveStashed } from './retrieve-stashed.ts';
import { searchStashed } from './search-stashed.ts';
import { stash } from './stash.ts';

const READ = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const SHOWN = 10;
const NAME_CHARS = 200;

const snapshotArgs = z.strictObject({
  project_id: projectId,
  task_id: z.optional(described(taskId, 'Default: the current one.')),
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(NAME_CHARS)),
});
type SnapshotArgs = Value<typeof snapshotArgs>;

const createTaskSnapshot: ContextToolSpec<SnapshotArgs> = {
  name: 'context_create_task_snapshot',
  title: 'Save a snapshot of a task',
  description:
    'Save the working segments of a task as they are now, under a name. Call it before switching to another task. context_retrieve_stashed with snapshot_id and move_to_active restores them, even if they were deleted since. Example: {"project_id": "shop", "task_id": "login", "name": "before the refactoring"}.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  arguments: snapshotArgs,
  result: {
    snapshot_id: z.string(),
    task_id: z.string(),
    segments_captured: z.int(),
    tokens_captured: z.int(),
    created_at: z.string(),
  },
  async run({ project_id, task_id, name: given }, { store, newId, redact }) {
    const project = checkId('project_id', project_id);
    const task = checkOptionalId('task_id', task_id) ?? (await store.state(project)).currentTask;
    if (task === null) throw noTask('save');
    const name = redact === undefined ? given : redact(given);
    const made = await store.createSnapshot(project, { id: `snap-${newId()}`, task, name });
    return {
      summary: `${made.segments} segments saved, ${made.tokens} tokens`,
      data: {
        snapshot_id: made.id,
        task_id: task,
        segments_captured: made.segments,
        tokens_captured: made.tokens,
        created_at: toTime(made.createdAt),
      },
    };
  },
};

const taskArgs = z.strictObject({
  project_id: projectId,
  task_id: z.optional(described(taskId, 'Default: the current one.')),
  limit: z.optional(described(pageLimit, `Default ${SHOWN}.`)),
  offset: z.optional(pageOffset),
});
type TaskArgs = Value<typeof taskArgs>;

const getTaskContext: ContextToolSpec<TaskArgs> = {
  name: 'context_get_task_context',
  title: 'Show the context of a task',
  description:
    'List the segments of a task, working and stashed, and its snapshots. Call it when you return to a task. Example: {"project_id": "shop", "task_id": "login"}.',
  annotations: READ,
  arguments: taskArgs,
  result: {
    task_id: z.string(),
    active: z.boolean(),
    total_tokens: z.int(),
    segment_count: z.int(),
    segments: list(segmentFields),
    snapshots: list({ snapshot_id: z.string(), name: z.string() }),
  },
  async run({ project_id, task_id, limit = SHOWN, offset = 0 }, { store }) {
    const project = checkId('project_id', project_id);
    const { currentTask, collections } = await store.state(project);
    const task = checkOptionalId('task_id', task_id) ?? currentTask;
    if (task === null) throw noTask('show');
    const [page, snapshots] = await Promise.all([
      store.list(project, { tiers: TIERS, task }, { limit, offset }),
      store.snapshots(project, task),
    ]);
    return {
      summary: `${page.total} segments of task ${task}, ${page.tokens} tokens, ${snapshots.length} snapshots`,
      data: {
        task_id: task,
        active: task === currentTask,
        total_tokens: page.tokens,
        segment_count: page.total,
        snapshots: snapshots.map(toWireSnapshot),
        segments: page.segments.map((one) => toSegmentFields(one, { collections })),
        hasMore: offset + page.segments.length < page.total,
      },
    };
  },
};

function noTask(attempt: string): ContextError {
  return new ContextError('INVALID_PARAMETER', `cannot ${attempt} the current task: no task is set; give a task_id`);
}

function toWireSnapshot({ id, name, createdAt, segments, tokens }: Snapshot): object {
  return { snapshot_id: id, name, segments, tokens, created_at: toTime(createdAt) };
}

const currentArgs = z.strictObject({ project_id: projectId, task_id: z.nullable(taskId) });
type CurrentArgs = Value<typeof currentArgs>;

const setCurrentTask: ContextToolSpec<CurrentArgs> = {
  name: 'context_set_current_task',
  title: 'Set the current task',
  description:
    'Set the task that you work on. Its segments are kept, except old logs and replaced reads, and new ones belong to it. null: no task. Call it when the task changes. Example: {"project_id": "shop", "task_id": "checkout"}.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  arguments: currentArgs,
  result: {
    previous_task_id: z.nullable(z.string()),
    current_task_id: z.nullable(z.string()),
    working_set_updated: z.boolean(),
  },
  async run({ project_id, task_id }, { store }) {
    const project = checkId('project_id', project_id);
    const task = checkOptionalId('task_id', task_id) ?? null;
    const { currentTask: before } = await store.setFocus(project, { currentTask: task });
    return {
      summary: task === null ? 'No current task' : `Current task: ${task}`,
      data: { previous_task_id: before, current_task_id: task, working_set_updated: before !== task },
    };
  },
};

const ANNOTATIONS = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const args = z.strictObject({ project_id: projectId, segment_ids: segmentIds });
type Args = Value<typeof args>;

const gcPin: ContextToolSpec<Args> = {
  name: 'context_gc_pin',
  title: 'Pin segments',
  description:
    'Protect segments from being released, whatever their score. Call it for segments that must stay: requirements, decisions, the code at hand. Example: {"project_id": "shop", "segment_ids": ["decision-1"]}.',
  annotations: ANNOTATIONS,
  arguments: args,
  result: { pinned_segments: z.array(z.string()), errors: failures },
  run: async (given, deps) => {
    const { done, errors } = await setPins(given, deps, true);
    return { summary: `${done.length} pinned`, data: { pinned_segments: done, errors } };
  },
};

const gcUnpin: ContextToolSpec<Args> = {
  name: 'context_gc_unpin',
  title: 'Unpin segments',
  description:
    'Allow pinned segments to be released again. Call it when they are no longer needed. Example: {"project_id": "shop", "segment_ids": ["decision-1"]}.',
  annotations: ANNOTATIONS,
  arguments: args,
  result: { unpinned_segments: z.array(z.string()), errors: failures },
  run: async (given, deps) => {
    const { done, errors } = await setPins(given, deps, false);
    return { summary: `${done.length} unpinned`, data: { unpinned_segments: done, errors } };
  },
};

async function setPins({ project_id, segment_ids }: Args, { store }: ContextDeps, pinned: boolean) {
  const project = checkId('project_id', project_id);
  const { valid, failed } = sortIds(segment_ids);
  const there = new Set(await store.pin(project, valid, pinned));
  const missing = valid.filter((id) => !there.has(id));
  const errors = [...failed, ...(await whyNot(store, project, missing, { tier: 'any', pinned: false }))];
  checkAny(there.size, errors);
  return { done: valid.filter((id) => there.has(id)), errors };
}

const SPECS = [
  ...[analyzeUsage, getWorkingSet, gcAnalyze, gcPrune, gcPin, gcUnpin, stash, searchStashed, retrieveStashed],
  ...[createTaskSnapshot, getTaskContext, setCurrentTask],
] as unknown as readonly ContextToolSpec<object>[];

/** Options of the tools; only the store is required. */
export interface ContextToolOptions extends Omit<ContextDeps, Defaults>, Partial<Pick<ContextDeps, Defaults>> {}

/** Options with defaults: tokens are counted by `loadO200k`, questions are not answered, ids are random. */
type Defaults = 'loadTokenCounter' | 'prune' | 'newId';

const ID_BYTES = 8;
const DEFAULTS: Pick<ContextDeps, Defaults> = {
  loadTokenCounter: loadO200k,
  prune: async () => undefined,
  newId: () => randomHex(ID_BYTES),
};

/** A context tool; `open` binds it to a call's dependencies. */
export interface ContextTool {
  readonly name: string;
  open(options: ContextToolOptions): SharedTool;
}

/** The twelve `context_*` tools. */
export const CONTEXT_TOOLS: readonly ContextTool[] = SPECS.map((spec) => ({
  name: spec.name,
  open: (options) => toContextTool(spec, { ...DEFAULTS, ...options }),
}));

/**
 * Creates the twelve `context_*` tools over one owner's segments, for your own server. List
 * them, validate a call's arguments with `arguments`, and pass results on unchanged.
 */
export function createContextTools(options: ContextToolOptions): readonly SharedTool[] {
  return CONTEXT_TOOLS.map((tool) => tool.open(options));
}
