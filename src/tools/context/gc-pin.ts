import * as z from 'zod/mini';
import type { Value } from '../../mcp/value.ts';
import { projectId, segmentIds } from './arguments.ts';
import { checkId, sortIds } from './check-arguments.ts';
import type { ContextDeps } from './context-deps.ts';
import { type ContextToolSpec, failures } from './context-tool.ts';
import { checkAny, whyNot } from './failures.ts';

const ANNOTATIONS = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false };
const args = z.strictObject({ project_id: projectId, segment_ids: segmentIds });
type Args = Value<typeof args>;

export const gcPin: ContextToolSpec<Args> = {
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

export const gcUnpin: ContextToolSpec<Args> = {
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
