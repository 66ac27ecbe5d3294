import type { PlacedPlan } from '../collector/plan.ts';
import { isDescribed, type Segment } from '../segment.ts';
import { countSegments } from './count-segments.ts';
import type { ContextUsage } from './usage-metrics.ts';

/** Advice for one segment. */
export interface Recommendation {
  readonly priority: 'low' | 'medium' | 'high' | 'urgent';
  readonly message: string;
  readonly action: 'stash';
  readonly segment_ids: readonly string[];
  readonly reason: string;
  readonly tokens_freed: number;
}

/** Max ids that a recommendation names; the plan of context_gc_analyze has all. */
const NAMED = 10;
/** Reason for all named segments together; `context_gc_analyze` gives one for each. */
const REASON =
  'not protected, and the least loss per token: text that newer segments of the file also hold, old text, and text that nothing refers to';

/** Recommends how to reduce pressure; nothing if releasing would free nothing. */
export function recommend(
  plan: PlacedPlan,
  segments: readonly Segment[],
  { percent }: ContextUsage,
): readonly Recommendation[] {
  const count = plan.places.length;
  if (count === 0) return [];
  const described = Array.from(plan.places).filter((at) => isDescribed(segments[at] as Segment)).length;
  const asked =
    described === 0 ? '' : `. Only a preview of ${described} is stored: send their texts with context_stash`;
  const priority = percent >= 90 ? 'urgent' : percent >= 80 ? 'high' : percent >= 60 ? 'medium' : 'low';
  return [
    {
      priority,
      message: `Stash ${countSegments(count)} to free ${plan.tokens} tokens; context_gc_analyze lists them all${asked}`,
      action: 'stash',
      segment_ids: Array.from({ length: Math.min(count, NAMED) }, (_, i) => {
        return (segments[plan.places[i] as number] as Segment).id;
      }),
      reason: REASON,
      tokens_freed: plan.tokens,
    },
  ];
}
