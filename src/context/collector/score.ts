import type { ProjectState } from '../context-store.ts';
import { isChange } from '../links/line-sketch.ts';
import { generationOf, type SegmentType, survivalsOf, type WorkingSegment } from '../segment.ts';
import { FARTHEST, UNREACHED } from './mark.ts';

interface Kind {
  readonly name: string;
  /** Need at an age of ten younger segments, relative to a file change. */
  readonly need: number;
}

/**
 * For code and logs: how often agents in recordings came back to them (test/bench/replay). For messages, notes and the
 * like: our judgment.
 */
const KINDS: Readonly<Record<SegmentType, Kind>> = {
  log: { name: 'log', need: 0.01 },
  note: { name: 'note', need: 0.2 },
  code: { name: 'code', need: 0.8 },
  message: { name: 'message', need: 0.07 },
  summary: { name: 'summary', need: 0.5 },
  decision: { name: 'decision', need: 2 },
};
const CHANGE: Kind = { name: 'change', need: 1 };
/** Tags search results over many files; the launcher sets it. */
const SEARCHED = 'tool:grep';
const MATCHES: Kind = { name: 'matches', need: 0.01 };
// The exponents come from the same recorded agents. Need is known to fall with a power of time and to grow with a power
// of use: Anderson and Schooler, "Reflections of the environment in memory", Psychological Science 2 (1991).
/**
 * Need grows with the lines that no younger segment holds. At `USUAL_LINES` it is the need in `KINDS`. `LEFT` keeps it
 * above zero for a segment without such lines.
 */
const BY_LINES = 0.4;
const USUAL_LINES = 50;
const LEFT = 0.3;
/** Need falls with the segment's age, and with the time since its file was last in use. */
const BY_AGE = 0.3;
const BY_REST = 0.15;
/** Segments per unit of age, and the max age in segments. The cap keeps age alone from deciding. */
const A_TIME = 12;
const LONGEST = 100_000;
/** Hours of project time that count as one segment of age. */
const A_SEGMENT = 1.6;
/** Max need before recency is applied. */
const MAX = 1;
/** Boost for what the agent works on right now: the youngest segment gets all of it, the tenth none. */
const AT_HAND = 50;
export const YOUNGEST = 10;
/** Need grows with references, with closeness to roots, and with survived collections. */
const BY_REFERENCES = 0.2;
const BY_REACH = 0.2;
const BY_SURVIVAL = 0.25;
/** Needs differ by powers of ten. Taking the root keeps small needs apart in the score. */
const ROOT = 4;
const HOUR_MS = 3_600_000;

/** The inputs of a segment's score that depend on the segment. The rest is `ProjectTime`. */
export interface Standing {
  readonly segment: WorkingSegment;
  /** Number of segments that came into the working set after it. */
  readonly younger: number;
  /**
   * The youngest segment of its file (itself if it has no file). `rest` is the number of segments that came in after
   * that one.
   */
  readonly inUse: Pick<WorkingSegment, 'touchedAt'>;
  readonly rest: number;
  /** Lines that no younger segment of its file holds; -1 if unknown. See `ownLinesOf`. */
  readonly ownLines: number;
  readonly references: number;
  /** See `mark`. */
  readonly distance: number;
}

/** A project's collection count and its own time. No clock is read, so equal states get equal scores. */
export type ProjectTime = Pick<ProjectState, 'collections' | 'latest'>;

/** Scores how readily a segment is released, 0..1, rounded to four digits: 1 − ⁴√(need / (1 + need)). */
export function scoreOf(standing: Standing, time: ProjectTime): number {
  const need = needOf(standing, time);
  return Math.round((1 - (need / (1 + need)) ** (1 / ROOT)) * 10_000) / 10_000;
}

/** Returns the need of a segment with this score. */
export function needAt(score: number): number {
  const kept = Math.max(0, 1 - score) ** ROOT;
  return Math.min(AT_HAND, kept / Math.max(0, 1 - kept));
}

function needOf(standing: Standing, time: ProjectTime): number {
  return Math.min(MAX, worthOf(standing, time)) * atHand(standing, time);
}

function worthOf(standing: Standing, time: ProjectTime): number {
  return (
    kindOf(standing.segment).need *
    FACTORS.lines(standing) *
    FACTORS.age(standing, time) *
    FACTORS.rest(standing, time) *
    FACTORS.references(standing) *
    FACTORS.reach(standing) *
    FACTORS.survival(standing, time)
  );
}

function atHand({ segment, younger }: Standing, time: ProjectTime): number {
  return 1 + (AT_HAND - 1) * Math.max(0, 1 - cameSince(segment, younger, time) / YOUNGEST);
}

function kindOf({ type, tags, sketch }: WorkingSegment): Kind {
  if (type !== 'code') return KINDS[type];
  if (isChange(sketch)) return CHANGE;
  return tags.includes(SEARCHED) ? MATCHES : KINDS.code;
}

/** True for command output and search results, which agents rarely come back to. */
export function isOutput(segment: WorkingSegment): boolean {
  const kind = kindOf(segment);
  return kind === KINDS.log || kind === MATCHES;
}

/** Factors that multiply the need of a kind. */
const FACTORS = {
  lines: ({ ownLines }: Standing): number => (ownLines < 0 ? 1 : ((ownLines + LEFT) / USUAL_LINES) ** BY_LINES),
  age: ({ segment, younger }: Standing, time: ProjectTime): number => fallen(cameSince(segment, younger, time), BY_AGE),
  rest: ({ inUse, rest }: Standing, time: ProjectTime): number => fallen(cameSince(inUse, rest, time), BY_REST),
  references: ({ references }: Standing): number => (1 + references) ** BY_REFERENCES,
  reach: ({ distance }: Standing): number =>
    distance >= UNREACHED ? 1 : 1 + BY_REACH * (1 - distance / (FARTHEST + 1)),
  survival: ({ segment }: Standing, { collections }: ProjectTime): number =>
    generationOf(segment, collections) === 'old' ? 1 + BY_SURVIVAL : 1,
} as const;

/** Age in segments, or in hours converted to segments, whichever is more. */
function cameSince(of: Pick<WorkingSegment, 'touchedAt'>, segments: number, { latest }: ProjectTime): number {
  return Math.max(segments, hoursOf(of, latest) / A_SEGMENT);
}

const fallen = (segments: number, power: number): number => (1 + Math.min(segments, LONGEST) / A_TIME) ** -power;

/** Hours of project time since a segment came in. */
export function hoursOf({ touchedAt }: Pick<WorkingSegment, 'touchedAt'>, latest: number): number {
  return Math.max(0, latest - touchedAt) / HOUR_MS;
}

/** Describes the need and its factors in words. The score follows from the need, see `scoreOf`. */
export function reasonOf(standing: Standing, time: ProjectTime): string {
  const { segment, younger, inUse, rest, ownLines, references, distance } = standing;
  const kind = kindOf(segment);
  const [age, rested] = [FACTORS.age(standing, time), FACTORS.rest(standing, time)];
  const isOfFile = inUse !== segment;
  const factors: readonly (readonly [string, number])[] = [
    [`about ${counted(Math.round(ownLines), 'line')} that no other segment has`, FACTORS.lines(standing)],
    [wordsForSince(segment, younger, time), isOfFile ? age : age * rested],
    [`${wordsForSince(inUse, rest, time)} its file was in use`, isOfFile ? rested : 1],
    [counted(references, 'reference'), FACTORS.references(standing)],
    [`${counted(distance, 'step')} from a root`, FACTORS.reach(standing)],
    [`survived ${survivalsOf(segment, time.collections)}`, FACTORS.survival(standing, time)],
  ];
  const [worth, hand] = [worthOf(standing, time), shown(atHand(standing, time))];
  const told = factors
    .map(([what, times]) => [what, shown(times)] as const)
    .filter(([, times]) => times !== 1)
    .map(([what, times]) => ` × ${times} (${what})`);
  const max = worth > MAX ? `, at most ${MAX}` : '';
  const last = hand === 1 ? '' : ` × ${hand} (just added)`;
  return `need ${shown(needOf(standing, time))} = ${kind.name} ${kind.need}${told.join('')}${max}${last}`;
}

function wordsForSince(of: Pick<WorkingSegment, 'touchedAt'>, segments: number, time: ProjectTime): string {
  const hours = hoursOf(of, time.latest);
  return hours / A_SEGMENT > segments && hours > A_SEGMENT
    ? `${hours.toFixed(1)} h since`
    : `${counted(segments, 'segment')} since`;
}

const shown = (times: number): number => Number(times.toPrecision(2));

const counted = (count: number, what: string): string => `${count} ${count === 1 ? what : `${what}s`}`;
