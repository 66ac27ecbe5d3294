import type { ProjectState } from '../context-store.ts';
import { isChange } from '../links/line-sketch.ts';
import { generationOf, type SegmentType, survivalsOf, type WorkingSegment } from '../segment.ts';
import { FARTHEST, UNREACHED } from './mark.ts';

interface Kind {
  readonly name: string;
  /** How likely one is needed again, against a change of a file that has just come. */
  readonly need: number;
}

/** Of code and logs what agents that were recorded came back to (test/bench/replay); what was said is our judgement. */
const KINDS: Readonly<Record<SegmentType, Kind>> = {
  log: { name: 'log', need: 0.017 },
  note: { name: 'note', need: 0.2 },
  code: { name: 'code', need: 0.7 },
  message: { name: 'message', need: 0.1 },
  summary: { name: 'summary', need: 0.5 },
  decision: { name: 'decision', need: 2 },
};
const CHANGE: Kind = { name: 'change', need: 1 };
/** Code of no file that was asked for: what a search found. */
const MATCHES: Kind = { name: 'matches', need: 0.017 };
// The powers are those of the recorded agents as well. That need falls by a power of time and grows by one of use is
// known: Anderson and Schooler, "Reflections of the environment in memory", Psychological Science 2 (1991).
/** Need grows with the lines that no younger segment holds; of so many it is as above. Even of none some is left. */
const BY_LINES = 0.3;
const USUAL_LINES = 50;
const LEFT = 0.3;
/** It falls with what came since, and again with what came since its file was last in use. */
const BY_AGE = 0.3;
/** So many that came since count for one; of more than the other nothing follows, so that age alone decides nothing. */
const A_TIME = 12;
const LONGEST = 400;
/** Hours of the project's own time in which one comes. */
const A_SEGMENT = 1.6;
/** The agent is at what has just come: the youngest counts so much more, the tenth no more than it is worth. */
const AT_HAND = 50;
const YOUNGEST = 10;
/** Need grows with references, next to roots, and once something has survived. */
const BY_REFERENCES = 0.2;
const BY_REACH = 0.2;
const BY_SURVIVAL = 0.15;
/** Needs differ by powers of ten: scores tell small ones apart. */
const ROOT = 4;
const HOUR_MS = 3_600_000;

/** What a segment is scored by, beside the state of its project. */
export interface Standing {
  readonly segment: WorkingSegment;
  /** Segments that came into the working set after it. */
  readonly younger: number;
  /** The youngest of its file, itself where it is of none, and how many came after that. */
  readonly inUse: Pick<WorkingSegment, 'touchedAt'>;
  readonly rest: number;
  /** Lines that no younger segment of its file holds; -1 where that is not known. See `ownLinesOf`. */
  readonly ownLines: number;
  readonly references: number;
  /** See `mark`. */
  readonly distance: number;
}

/** A project's collections, and its time: no clock is asked, so that equal states score equally. */
export type ProjectTime = Pick<ProjectState, 'collections' | 'latest'>;

/** How readily a segment is let go, 0..1 and rounded to four digits: 1 − ⁴√(how likely it is needed again). */
export function scoreOf(standing: Standing, time: ProjectTime): number {
  const kept = Math.min(1, needOf(standing, time)) ** (1 / ROOT);
  return Math.round((1 - kept) * 10_000) / 10_000;
}

/** How likely a segment of this score is needed again, against others. */
export function needAt(score: number): number {
  return Math.max(0, 1 - score) ** ROOT;
}

function needOf(standing: Standing, time: ProjectTime): number {
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

function kindOf({ type, file, topic, sketch }: WorkingSegment): Kind {
  if (type !== 'code') return KINDS[type];
  if (isChange(sketch)) return CHANGE;
  return file === null && topic !== null ? MATCHES : KINDS.code;
}

/** What the need of a kind is multiplied by. */
const FACTORS = {
  lines: ({ ownLines }: Standing): number => (ownLines < 0 ? 1 : ((ownLines + LEFT) / USUAL_LINES) ** BY_LINES),
  age: ({ segment, younger }: Standing, time: ProjectTime): number => {
    const since = cameSince(segment, younger, time);
    return fallen(since) * (1 + (AT_HAND - 1) * Math.max(0, 1 - since / YOUNGEST));
  },
  rest: ({ inUse, rest }: Standing, time: ProjectTime): number => fallen(cameSince(inUse, rest, time)),
  references: ({ references }: Standing): number => (1 + references) ** BY_REFERENCES,
  reach: ({ distance }: Standing): number =>
    distance >= UNREACHED ? 1 : 1 + BY_REACH * (1 - distance / (FARTHEST + 1)),
  survival: ({ segment }: Standing, { collections }: ProjectTime): number =>
    generationOf(segment, collections) === 'old' ? 1 + BY_SURVIVAL : 1,
} as const;

/** Segments, or the hours that stand for so many. */
function cameSince(of: Pick<WorkingSegment, 'touchedAt'>, segments: number, { latest }: ProjectTime): number {
  return Math.max(segments, hoursOf(of, latest) / A_SEGMENT);
}

function fallen(segments: number): number {
  return (1 + Math.min(segments, LONGEST) / A_TIME) ** -BY_AGE;
}

/** Hours of the project's own time since a segment came. */
export function hoursOf({ touchedAt }: Pick<WorkingSegment, 'touchedAt'>, latest: number): number {
  return Math.max(0, latest - touchedAt) / HOUR_MS;
}

/** The factors in words: the fourth root of their product is what the score lacks of 1. */
export function reasonOf(standing: Standing, time: ProjectTime): string {
  const { segment, younger, inUse, rest, ownLines, references, distance } = standing;
  const kind = kindOf(segment);
  const [age, rested] = [FACTORS.age(standing, time), FACTORS.rest(standing, time)];
  const isOfFile = inUse !== segment;
  const factors: readonly (readonly [string, number])[] = [
    [kind.name, kind.need],
    [`${counted(Math.round(ownLines), 'line')} of its own`, FACTORS.lines(standing)],
    [since(segment, younger, time), isOfFile ? age : age * rested],
    [`${since(inUse, rest, time)} its file was in use`, isOfFile ? rested : 1],
    [counted(references, 'reference'), FACTORS.references(standing)],
    [`${counted(distance, 'step')} from a root`, FACTORS.reach(standing)],
    [`survived ${survivalsOf(segment, time.collections)}`, FACTORS.survival(standing, time)],
  ];
  return factors
    .filter(([, times]) => times !== 1)
    .map(([what, times]) => `${what} ×${Number(times.toPrecision(2))}`)
    .join(', ');
}

function since(of: Pick<WorkingSegment, 'touchedAt'>, segments: number, time: ProjectTime): string {
  const hours = hoursOf(of, time.latest);
  return hours / A_SEGMENT > segments ? `${hours.toFixed(1)} h since` : `${segments} came since`;
}

function counted(count: number, what: string): string {
  return `${count} ${count === 1 ? what : `${what}s`}`;
}
