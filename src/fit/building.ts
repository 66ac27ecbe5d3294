import type { Measure } from '../base/json/measure.ts';
import type { ResponseLimits } from './limits.ts';
import type { Picks } from './pick-items.ts';
import type { Question } from './question-matches.ts';

/** State of building one response's shape: settings for all of it, and progress. */
export interface Building {
  readonly limits: ResponseLimits;
  readonly measure: Measure;
  /** Max bytes of any one value. */
  readonly bytes: number;
  readonly question?: Question | undefined;
  /** Cached facts about each array's items, shared by all shapes of one value. Default: empty. */
  readonly picks?: Picks | undefined;
  /** True if something is not shown in full. */
  cut: boolean;
  /** Number of values that may still be built; beyond it, containers are only named. */
  left: number;
}

const MAX_VALUES = 20_000;

export function startBuilding(fixed: Omit<Building, 'cut' | 'left'>): Building {
  return { ...fixed, cut: false, left: MAX_VALUES };
}
