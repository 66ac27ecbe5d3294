import type { ProjectState } from '../context-store.ts';
import { type SegmentType, survivalsOf, type WorkingSegment } from '../segment.ts';
import { FARTHEST, UNREACHED } from './mark.ts';

/** What is let go first when all else is equal; a decision never comes near a log. */
const TYPES: Readonly<Record<SegmentType, number>> = {
  log: 1,
  note: 0.85,
  code: 0.6,
  message: 0.5,
  summary: 0.4,
  decision: 0.25,
};
// Of those tried on replayed sessions (test/bench/replay) among the best; their neighbours differ by little.
const WEIGHTS = { age: 0.4, references: 0.3, survivals: 0.05, reach: 0.25 } as const;
/** Segments that came since, and hours of the project's own time, after which a segment has lost 63 % of its freshness. */
const FRESH_SEGMENTS = 30;
const FRESH_HOURS = 24;
const HOUR_MS = 3_600_000;

/** What a segment is scored by, beside the state of its project. */
export interface Standing {
  readonly segment: WorkingSegment;
  /** Segments that came into the working set after it. */
  readonly younger: number;
  readonly references: number;
  /** See `mark`. */
  readonly distance: number;
}

/** A project's collections, and its time: no clock is asked, so that equal states score equally. */
export type ProjectTime = Pick<ProjectState, 'collections' | 'latest'>;

/**
 * How readily a segment is let go, 0..1 and rounded to four digits: its type times the weighted sum of the other
 * factors.
 */
export function scoreOf(standing: Standing, time: ProjectTime): number {
  const sum =
    WEIGHTS.age * FACTORS.age(standing, time) +
    WEIGHTS.references * FACTORS.references(standing) +
    WEIGHTS.survivals * FACTORS.survivals(standing, time) +
    WEIGHTS.reach * FACTORS.reach(standing);
  return rounded(Math.min(1, Math.max(0, TYPES[standing.segment.type] * sum)));
}

/** What a score is made of: each is 0 (keep) to 1 (let go). */
const FACTORS = {
  /** Bounded (1 − e^(−age/τ)), so that age alone never outweighs the rest. */
  age: ({ segment, younger }: Standing, { latest }: ProjectTime): number =>
    1 - Math.exp(-Math.max(younger / FRESH_SEGMENTS, hoursOf(segment, latest) / FRESH_HOURS)),
  references: ({ references }: Standing): number => 1 / (1 + Math.log2(1 + references)),
  /** What has survived collections scores lower. */
  survivals: ({ segment }: Standing, { collections }: ProjectTime): number =>
    1 / (1 + survivalsOf(segment, collections)),
  reach: ({ distance }: Standing): number => (distance >= UNREACHED ? 1 : distance / (FARTHEST + 1)),
} as const;

/** Hours of the project's own time since a segment came. */
export function hoursOf({ touchedAt }: Pick<WorkingSegment, 'touchedAt'>, latest: number): number {
  return Math.max(0, latest - touchedAt) / HOUR_MS;
}

/** The factors in words: each weighted, so that they add up to the score. */
export function reasonOf(standing: Standing, time: ProjectTime): string {
  const { segment, younger, references, distance } = standing;
  const type = TYPES[segment.type];
  const part = (factor: keyof typeof WEIGHTS): string =>
    (type * WEIGHTS[factor] * FACTORS[factor](standing, time)).toFixed(2);
  const survived = survivalsOf(segment, time.collections);
  const reach =
    distance >= UNREACHED ? 'reached from no root' : `${distance} ${distance === 1 ? 'step' : 'steps'} from a root`;
  const aged = younger === 0 ? `${hoursOf(segment, time.latest).toFixed(1)} h old` : `${younger} came since`;
  return [
    `${segment.type} ×${type}`,
    `${aged} ${part('age')}`,
    `${references} ${references === 1 ? 'reference' : 'references'} ${part('references')}`,
    `survived ${survived} ${part('survivals')}`,
    `${reach} ${part('reach')}`,
  ].join(', ');
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
