import type { ResponseLimits } from './limits.ts';
import type { Measure } from './measure.ts';
import type { Picks } from './pick-items.ts';
import type { Question } from './question-matches.ts';

/** The building of one response's shape: what holds for all of it, and how far it is. */
export interface Building {
  readonly limits: ResponseLimits;
  readonly measure: Measure;
  /** Bytes that any one value may take. */
  readonly bytes: number;
  readonly question?: Question | undefined;
  /** What is known of each array's items, between the shapes of one value. Default: nothing yet. */
  readonly picks?: Picks | undefined;
  /** Something does not show as a whole. */
  cut: boolean;
  /** Values that may still be built: beyond, containers are only named. */
  left: number;
}

const MOST_VALUES = 20_000;

export function startBuilding(fixed: Omit<Building, 'cut' | 'left'>): Building {
  return { ...fixed, cut: false, left: MOST_VALUES };
}
