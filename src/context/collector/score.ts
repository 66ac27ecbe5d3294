import type { ProjectState } from '../context-store.ts';
import { generationOf, type SegmentType, survivalsOf, type WorkingSegment } from '../segment.ts';
import { FARTHEST, UNREACHED } from './mark.ts';

/** What is let go first when all else is equal: the most that a score of each comes to. */
const TYPES: Readonly<Record<SegmentType, number>> = {
  log: 1,
  note: 0.85,
  code: 0.6,
  message: 0.5,
  summary: 0.4,
  decision: 0.25,
};
// Of those tried on replayed sessions (test/bench/replay) among the best; their neighbours differ by little.
/** Segments that came since, and hours of the project's own time, by which a segment is one age old. */
const AGE_SEGMENTS = 15;
const AGE_HOURS = 24;
/** What a new segment has of its type's weight; the rest comes as it ages, 63 % of it within one age. */
const NEW = 0.1;
/** What slows ageing: each doubling of references, being next to a root, and being of the old generation. */
const BY_REFERENCES = 16;
const BY_REACH = 2;
const BY_SURVIVAL = 0.25;
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

/** How readily a segment is let go, 0..1 and rounded to four digits: its type's weight times what of it has come with age. */
export function scoreOf(standing: Standing, time: ProjectTime): number {
  return rounded(TYPES[standing.segment.type] * agedOf(standing, time));
}

/** Bounded (1 − e^−age), so that age alone makes no decision as expendable as a log that a dozen others came after. */
function agedOf(standing: Standing, time: ProjectTime): number {
  const ages = Math.max(standing.younger / AGE_SEGMENTS, hoursOf(standing.segment, time.latest) / AGE_HOURS);
  const slowed = SLOWED.references(standing) * SLOWED.survival(standing, time) * SLOWED.reach(standing);
  return NEW + (1 - NEW) * (1 - Math.exp(-ages / slowed));
}

/** How many times as slowly a segment ages: 1 and more. */
const SLOWED = {
  references: ({ references }: Standing): number => 1 + BY_REFERENCES * Math.log2(1 + references),
  survival: ({ segment }: Standing, { collections }: ProjectTime): number =>
    generationOf(segment, collections) === 'old' ? 1 + BY_SURVIVAL : 1,
  reach: ({ distance }: Standing): number =>
    distance >= UNREACHED ? 1 : 1 + BY_REACH * (1 - distance / (FARTHEST + 1)),
} as const;

/** Hours of the project's own time since a segment came. */
export function hoursOf({ touchedAt }: Pick<WorkingSegment, 'touchedAt'>, latest: number): number {
  return Math.max(0, latest - touchedAt) / HOUR_MS;
}

/** The factors in words: of the first two the score is the product, the others say why it has aged so much. */
export function reasonOf(standing: Standing, time: ProjectTime): string {
  const { segment, younger, references, distance } = standing;
  const hours = hoursOf(segment, time.latest);
  const reach =
    distance >= UNREACHED ? 'reached from no root' : `${distance} ${distance === 1 ? 'step' : 'steps'} from a root`;
  const aged = [
    hours / AGE_HOURS > younger / AGE_SEGMENTS ? `${hours.toFixed(1)} h old` : `${younger} came since`,
    slower(`${references} ${references === 1 ? 'reference' : 'references'}`, SLOWED.references(standing)),
    slower(reach, SLOWED.reach(standing)),
    slower(`survived ${survivalsOf(segment, time.collections)}`, SLOWED.survival(standing, time)),
  ];
  return `${segment.type} ×${TYPES[segment.type]}, aged ${agedOf(standing, time).toFixed(2)}: ${aged.join(', ')}`;
}

function slower(what: string, times: number): string {
  return times === 1 ? what : `${what} (${Math.round(times * 100) / 100} × slower)`;
}

function rounded(value: number): number {
  return Math.round(value * 10_000) / 10_000;
}
