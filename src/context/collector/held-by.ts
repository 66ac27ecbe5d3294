import type { WorkingSegment } from '../segment.ts';
import type { RootReason } from './roots.ts';

/** Segments and tokens held for one reason. */
export interface Held {
  readonly segments: number;
  readonly tokens: number;
}

/** Sums up what the roots of a working set hold, by reason. */
export function heldBy(
  segments: readonly WorkingSegment[],
  roots: readonly (RootReason | undefined)[],
): ReadonlyMap<RootReason, Held> {
  const held = new Map<RootReason, Held>();
  for (let at = 0; at < roots.length; at++) {
    const reason = roots[at];
    if (reason === undefined) continue;
    const sum = held.get(reason) ?? { segments: 0, tokens: 0 };
    held.set(reason, { segments: sum.segments + 1, tokens: sum.tokens + (segments[at]?.tokens ?? 0) });
  }
  return held;
}
