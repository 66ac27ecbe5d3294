import * as z from 'zod/mini';
import { type Candidate, type Collection, candidatesIn } from '../../context/collector/collect.ts';
import { heldBy } from '../../context/collector/held-by.ts';
import { planOf, poolOf } from '../../context/collector/plan.ts';
import { hoursOf, reasonOf } from '../../context/collector/score.ts';
import type { WorkingSet } from '../../context/context-store.ts';
import { described } from '../../context/described.ts';
import { contextDescriptors } from '../../context/ingest/descriptors-schema.ts';
import type { WorkingSegment } from '../../context/segment.ts';
import { aboutSegments } from '../../context/usage/about-segments.ts';
import { countSegments } from '../../context/usage/count-segments.ts';
import { type AnalyzeArgs, analyzeContext } from './analyze-context.ts';
import { projectId, taskId, tokens } from './arguments.ts';
import { type ContextToolSpec, failures, list } from './context-tool.ts';

interface Args extends AnalyzeArgs {
  readonly target_tokens?: number | undefined;
  readonly limit?: number | undefined;
}

const SHOWN = 15;

export const gcAnalyze: ContextToolSpec<Args> = {
  name: 'context_gc_analyze',
  title: 'Find segments to release',
  description:
    'Find segments to release from the context, most expendable first. Each has a score (0 keep, 1 release) and the reason for it. Call it when context_analyze_usage says that the context is filling up. With target_tokens, it returns a plan that frees that many at the lowest cost. Nothing is changed. Example: {"project_id": "shop", "target_tokens": 20000}.',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  arguments: z.strictObject({
    project_id: projectId,
    context_descriptors: z.optional(contextDescriptors),
    task_id: z.optional(described(taskId, 'Task to keep (default: the current one).')),
    target_tokens: z.optional(described(tokens, 'Tokens to free.')),
    limit: z.optional(described(z.int().check(z.gte(1), z.lte(500)), `Candidates to show (default ${SHOWN}).`)),
  }),
  result: {
    pruning_candidates: list({
      segment_id: z.string(),
      about: described(z.string(), 'File and lines, else the topic, else the beginning of the text.'),
      score: z.number(),
      tokens: z.int(),
      reason: z.string(),
      segment_type: z.string(),
      age_hours: z.number(),
    }),
    total_candidates: z.int(),
    estimated_tokens_freed: z.int(),
    pruning_plan: described(
      z.looseObject({ segment_ids: z.array(z.string()), cost: z.number() }),
      'cost: expected cost of fetching the segments again, to compare plans.',
    ),
    held: z.looseObject({}),
    errors: failures,
  },
  async run(args, deps) {
    const { project, set, collection, errors } = await analyzeContext(args, deps);
    const plan = args.target_tokens === undefined ? undefined : toWirePlan(set, collection, args.target_tokens);
    const pool = poolOf(collection, args.target_tokens ?? 0);
    const shown = candidatesIn(set, collection, Math.min(pool.segments, args.limit ?? SHOWN));
    const ids = shown.map(({ segment }) => segment.id);
    const about = await aboutSegments(deps.store, project, ids);
    return {
      summary:
        plan === undefined
          ? toSummary(collection)
          : `Plan that releases ${countSegments(plan.segment_ids.length)} to free ${plan.tokens_freed} tokens`,
      data: {
        ...(errors.length > 0 && { errors }),
        ...(plan !== undefined && { pruning_plan: plan }),
        total_candidates: pool.segments,
        estimated_tokens_freed: pool.tokens,
        // Shows why a segment is not a candidate.
        held: Object.fromEntries(heldBy(set.segments, collection.roots)),
        pruning_candidates: shown.map((one) => toCandidate(one, set, about.get(one.segment.id))),
      },
    };
  },
};

function toSummary(collection: Collection): string {
  const { segments, tokens } = collection.expendable;
  const all = poolOf(collection, Infinity);
  if (segments > 0 || all.segments === 0) return `${countSegments(segments)} could be released, ${tokens} tokens`;
  // Young segments score low, so a full context may have nothing to release.
  return `Nothing to release by itself; with target_tokens, a plan chooses from ${countSegments(all.segments)}, ${all.tokens} tokens`;
}

function toWirePlan(set: WorkingSet, collection: Collection, target: number) {
  const { places, tokens: planned, cost, shortfall } = planOf(collection, target);
  return {
    action: 'stash',
    segment_ids: Array.from(places, (at) => (set.segments[at] as WorkingSegment).id),
    tokens_freed: planned,
    target_tokens: target,
    shortfall_tokens: shortfall,
    cost: Math.round(cost * 100) / 100,
  };
}

function toCandidate(candidate: Candidate, set: WorkingSet, about: string | undefined): object {
  const { segment, score } = candidate;
  return {
    segment_id: segment.id,
    ...(about !== undefined && about !== '' && { about }),
    score,
    tokens: segment.tokens,
    reason: reasonOf(candidate, set),
    segment_type: segment.type,
    age_hours: Math.round(hoursOf(segment, set.latest) * 100) / 100,
  };
}
