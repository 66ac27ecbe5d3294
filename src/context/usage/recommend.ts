import type { Plan } from '../collector/plan.ts';
import type { Usage } from './usage-metrics.ts';

/** Seed 4, "Recommendation Format". */
export interface Recommendation {
  readonly priority: 'low' | 'medium' | 'high' | 'urgent';
  readonly message: string;
  readonly action: 'stash';
  readonly segment_ids: readonly string[];
  readonly reason: string;
  readonly tokens_freed: number;
}

/** Ids that a recommendation names; the plan of context_gc_analyze has all. */
const NAMED = 10;

/** What to do about the pressure: nothing where letting go frees nothing. */
export function recommend(plan: Plan, { percent }: Usage, reason: string): readonly Recommendation[] {
  if (plan.ids.length === 0) return [];
  const priority = percent >= 90 ? 'urgent' : percent >= 80 ? 'high' : percent >= 60 ? 'medium' : 'low';
  const segments = `${plan.ids.length} ${plan.ids.length === 1 ? 'segment' : 'segments'}`;
  return [
    {
      priority,
      message: `Stash ${segments} to free ${plan.tokens} tokens; context_gc_analyze names them all`,
      action: 'stash',
      segment_ids: plan.ids.slice(0, NAMED),
      reason,
      tokens_freed: plan.tokens,
    },
  ];
}
