import type { PlacedPlan } from '../collector/plan.ts';
import { isDescribed, type Segment } from '../segment.ts';
import { countSegments } from './count-segments.ts';
import type { Usage } from './usage-metrics.ts';

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
  'no root, and the least loss for its tokens: what younger ones of its file hold too, what is old, and what nothing refers to';

/** Recommends how to reduce pressure; nothing if releasing would free nothing. */
export function recommend(
  plan: PlacedPlan,
  segments: readonly Segment[],
  { percent }: Usage,
): readonly Recommendation[] {
  const count = plan.places.length;
  if (count === 0) return [];
  const described = Array.from(plan.places).filter((at) => isDescribed(segments[at] as Segment)).length;
  const asked = described === 0 ? '' : `. Of ${described} only a preview is known: give their texts to context_stash`;
  const priority = percent >= 90 ? 'urgent' : percent >= 80 ? 'high' : percent >= 60 ? 'medium' : 'low';
  return [
    {
      priority,
      message: `Stash ${countSegments(count)} to free ${plan.tokens} tokens; context_gc_analyze names them all${asked}`,
      action: 'stash',
      segment_ids: Array.from({ length: Math.min(count, NAMED) }, (_, i) => {
        return (segments[plan.places[i] as number] as Segment).id;
      }),
      reason: REASON,
      tokens_freed: plan.tokens,
    },
  ];
}
