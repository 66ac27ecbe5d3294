import * as z from 'zod/mini';
import { type Held, heldBy } from '../../context/collector/held-by.ts';
import { planOf, poolOf } from '../../context/collector/plan.ts';
import type { RootReason } from '../../context/collector/roots.ts';
import { described } from '../../context/described.ts';
import { contextDescriptors } from '../../context/ingest/descriptors-schema.ts';
import { countSegments } from '../../context/usage/count-segments.ts';
import { healthOf, PRESSURE_PERCENT, warningsOf } from '../../context/usage/health.ts';
import { recommend } from '../../context/usage/recommend.ts';
import { DEFAULT_TOKEN_LIMIT, toUsage, usageMetrics } from '../../context/usage/usage-metrics.ts';
import { type AnalyzeArgs, analyzeContext } from './analyze-context.ts';
import { projectId, taskId, tokens } from './arguments.ts';
import { type ContextToolSpec, failures, list } from './context-tool.ts';

interface Args extends AnalyzeArgs {
  readonly token_limit?: number | undefined;
  readonly recommend?: boolean | undefined;
}

export const analyzeUsage: ContextToolSpec<Args> = {
  name: 'context_analyze_usage',
  title: 'Analyze context usage',
  description:
    'Show how full the context is and how to reduce it. Call it when a session gets long, before the limit is near. Below 50 % use, it recommends nothing. Send context_descriptors to include your own window. Only this store changes. Example: {"project_id": "shop", "token_limit": 200000}.',
  // Not read-only, because it stores descriptors.
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  arguments: z.strictObject({
    project_id: projectId,
    context_descriptors: z.optional(contextDescriptors),
    task_id: z.optional(described(taskId, 'Task to keep (default: the current one).')),
    token_limit: z.optional(
      described(tokens, `Max tokens of the context (default: token_usage.limit, else ${DEFAULT_TOKEN_LIMIT}).`),
    ),
    recommend: z.optional(described(z.boolean(), 'Recommend also below 50 % use.')),
  }),
  result: {
    current_tokens: z.int(),
    usage_percent: z.number(),
    usage_metrics: z.looseObject({}),
    health_score: z.looseObject({ score: z.int() }),
    recommendations: list({ priority: z.string(), message: z.string(), action: z.string() }),
    warnings: z.array(z.string()),
    suggested_actions: list({ tool: z.string(), description: z.string(), estimated_tokens_freed: z.int() }),
    impact_summary: z.looseObject({}),
    pruning_candidates_count: z.int(),
    errors: failures,
  },
  async run(args, deps) {
    const { set, collection, errors } = await analyzeContext(args, deps);
    const there = set.segments.reduce((sum, one) => sum + one.tokens, 0);
    const given = args.context_descriptors?.token_usage;
    const usage = toUsage(given?.current ?? there, args.token_limit ?? given?.limit ?? DEFAULT_TOKEN_LIMIT);
    const { expendable } = collection;
    const pressed = usage.percent >= PRESSURE_PERCENT;
    const asked = args.recommend === true;
    const toHalf = usage.tokens - Math.floor((usage.limit * PRESSURE_PERCENT) / 100);
    // Under pressure, the plan goes down to half use. Without pressure, if the caller asks, it frees everything worth
    // releasing.
    const target = pressed ? toHalf : asked ? expendable.tokens : 0;
    const plan = planOf(collection, target);
    const pool = poolOf(collection, target);
    const recommendations = recommend(plan, set.segments, usage);
    const pruning = recommendations.map(({ tokens_freed }) => ({
      tool: 'context_gc_analyze',
      description: `with target_tokens ${tokens_freed}, it lists segments to release; then stash them with context_gc_prune`,
      estimated_tokens_freed: tokens_freed,
    }));
    const suggested = [...pruning, ...(plan.shortfall > 0 ? toRelease(heldBy(set.segments, collection.roots)) : [])];
    return {
      summary: `${usage.percent} % of ${usage.limit} tokens used, ${countSegments(set.segments.length)}, ${pool.segments} could be released`,
      data: {
        ...(errors.length > 0 && { errors }),
        current_tokens: usage.tokens,
        usage_percent: usage.percent,
        recommendations,
        warnings: warningsOf(usage),
        suggested_actions: suggested,
        health_score: healthOf(usage, expendable.tokens),
        impact_summary: {
          pruning_candidates_count: pool.segments,
          estimated_tokens_freed: plan.tokens,
          estimated_usage_after_pruning: toUsage(Math.max(0, usage.tokens - plan.tokens), usage.limit).percent,
        },
        pruning_candidates_count: pool.segments,
        usage_metrics: usageMetrics(set.segments, usage, set.latest),
      },
    };
  },
};

/** Names the roots that a caller can remove (the current task, pins) if the rest is not enough. */
function toRelease(held: ReadonlyMap<RootReason, Held>): readonly object[] {
  const [task, pins] = [held.get('current_task'), held.get('pinned')];
  return [
    ...(task === undefined
      ? []
      : [
          {
            tool: 'context_set_current_task',
            description:
              'the current task protects these segments: save them with context_create_task_snapshot, then set another task or null',
            estimated_tokens_freed: task.tokens,
          },
        ]),
    ...(pins === undefined
      ? []
      : [
          {
            tool: 'context_gc_unpin',
            description: 'release pins that are no longer needed',
            estimated_tokens_freed: pins.tokens,
          },
        ]),
  ];
}
