import * as z from 'zod/mini';
import { ContextError } from '../../context/context-error.ts';
import { described } from '../../context/described.ts';
import type { Value } from '../../mcp/value.ts';
import { projectId, segmentIds } from './arguments.ts';
import { checkId, sortIds } from './check-arguments.ts';
import { type ContextToolSpec, failures } from './context-tool.ts';
import { checkAny, whyNot } from './failures.ts';

const args = z.strictObject({
  project_id: projectId,
  segment_ids: segmentIds,
  action: z.enum(['stash', 'delete']),
  confirm: z.optional(described(z.boolean(), 'Must be true to delete.')),
});
type Args = Value<typeof args>;

export const gcPrune: ContextToolSpec<Args> = {
  name: 'context_gc_prune',
  title: 'Release segments',
  description:
    'Carry out a plan of context_gc_analyze. stash stores segments so that you can search and retrieve them; delete removes them for good and needs confirm. Pinned segments stay. stash needs their text. Prefer stash. Example: {"project_id": "shop", "segment_ids": ["log-1"], "action": "stash"}.',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  arguments: args,
  result: { pruned_segments: z.array(z.string()), tokens_freed: z.int(), action: z.string(), errors: failures },
  async run({ project_id, segment_ids, action, confirm = false }, { store }) {
    const project = checkId('project_id', project_id);
    if (action === 'delete' && !confirm) {
      throw new ContextError(
        'CONFIRMATION_REQUIRED',
        `cannot delete ${segment_ids.length} segments without confirmation: call again with confirm true, or with action "stash" to keep them`,
      );
    }
    const { valid, failed } = sortIds(segment_ids);
    const done =
      action === 'stash'
        ? await store.move(project, valid, { from: ['working'], to: 'stashed', collect: true })
        : await store.remove(project, valid, { collect: true });
    const gone = new Map(done.map((one) => [one.id, one]));
    const left = valid.filter((id) => !gone.has(id));
    const tier = action === 'stash' ? 'working' : 'any';
    const errors = [...failed, ...(await whyNot(store, project, left, { tier, pinned: true }))];
    checkAny(done.length, errors);
    const pruned = valid.filter((id) => gone.has(id));
    const freed = done.reduce((sum, { tokens }) => sum + tokens, 0);
    return {
      summary: `${pruned.length} ${action === 'stash' ? 'stashed' : 'deleted'}, ${freed} tokens${errors.length > 0 ? `; ${errors.length} not` : ''}`,
      data: { action, tokens_freed: freed, pruned_segments: pruned, errors },
    };
  },
};
