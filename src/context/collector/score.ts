import type { ProjectState } from '../context-store.ts';
import { isChange } from '../links/line-sketch.ts';
import { generationOf, type SegmentType, survivalsOf, type WorkingSegment } from '../segment.ts';
import { FARTHEST, UNREACHED } from './mark.ts';

interface Kind {
  readonly name: string;
  /** How much one is needed that ten others came after, against a change of a file. */
  readonly need: number;
}

/** Of code and logs what agents that were recorded came back to (test/bench/replay); what was said is our judgement. */
const KINDS: Readonly<Record<SegmentType, Kind>> = {
  log: { name: 'log', need: 0.01 },
  note: { name: 'note', need: 0.2 },
  code: { name: 'code', need: 0.8 },
  message: { name: 'message', need: 0.07 },
  summary: { name: 'summary', need: 0.5 },
  decision: { name: 'decision', need: 2 },
};
const CHANGE: Kind = { name: 'change', need: 1 };
/** What a search found, of many files: the launcher tags it. */
const SEARCHED = 'tool:grep';
const MATCHES: Kind = { name: 'matches', need: 0.01 };
// The powers are those of the recorded agents as well. That need falls by a power of time and grows by one of use is
// known: Anderson and Schooler, "Reflections of the environment in memory", Psychological Science 2 (1991).
/** Need grows with the lines that no younger segment holds; of so many it is as above. Even of none some is left. */
const BY_LINES = 0.4;
const USUAL_LINES = 50;
const LEFT = 0.3;
/** It falls with what came since, and with what came since its file was last in use. */
const BY_AGE = 0.3;
const BY_REST = 0.15;
/** So many that came since count for one; of more than the other nothing follows, so that age alone decides nothing. */
const A_TIME = 12;
const LONGEST = 100_000;
/** Hours of the project's own time in which one comes. */
const A_SEGMENT = 1.6;
/** Whatever these come to, nothing counts for more. */
const MOST = 1;
/** Save that the agent is at what has just come: the youngest counts so much more, the tenth no more than it is worth. */
const AT_HAND = 50;
const YOUNGEST = 10;
/** Need grows with references, next to roots, and once something has survived. */
const BY_REFERENCES = 0.2;
const BY_REACH = 0.2;
const BY_SURVIVAL = 0.25;
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

/** How readily a segment is let go, 0..1 and rounded to four digits: 1 − ⁴√(need / (1 + need)). */
export function scoreOf(standing: Standing, time: ProjectTime): number {
  const need = needOf(standing, time);
  return Math.round((1 - (need / (1 + need)) ** (1 / ROOT)) * 10_000) / 10_000;
}

/** The need of a segment with this score. */
export function needAt(score: number): number {
  const kept = Math.max(0, 1 - score) ** ROOT;
  return Math.min(AT_HAND, kept / Math.max(0, 1 - kept));
}

function needOf(standing: Standing, time: ProjectTime): number {
  return Math.min(MOST, worthOf(standing, time)) * atHand(standing, time);
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

/** What the need of a kind is multiplied by. */
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

/** Segments, or the hours that stand for so many. */
function cameSince(of: Pick<WorkingSegment, 'touchedAt'>, segments: number, { latest }: ProjectTime): number {
  return Math.max(segments, hoursOf(of, latest) / A_SEGMENT);
}

function fallen(segments: number, power: number): number {
  return (1 + Math.min(segments, LONGEST) / A_TIME) ** -power;
}

/** Hours of the project's own time since a segment came. */
export function hoursOf({ touchedAt }: Pick<WorkingSegment, 'touchedAt'>, latest: number): number {
  return Math.max(0, latest - touchedAt) / HOUR_MS;
}

/** The need and its factors in words; the score follows from it, see `scoreOf`. */
export function reasonOf(standing: Standing, time: ProjectTime): string {
  const { segment, younger, inUse, rest, ownLines, references, distance } = standing;
  const kind = kindOf(segment);
  const [age, rested] = [FACTORS.age(standing, time), FACTORS.rest(standing, time)];
  const isOfFile = inUse !== segment;
  const factors: readonly (readonly [string, number])[] = [
    [`about ${counted(Math.round(ownLines), 'line')} that it alone has`, FACTORS.lines(standing)],
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
  const most = worth > MOST ? `, at most ${MOST}` : '';
  const last = hand === 1 ? '' : ` × ${hand} (just come)`;
  return `need ${shown(needOf(standing, time))} = ${kind.name} ${kind.need}${told.join('')}${most}${last}`;
}

function wordsForSince(of: Pick<WorkingSegment, 'touchedAt'>, segments: number, time: ProjectTime): string {
  const hours = hoursOf(of, time.latest);
  return hours / A_SEGMENT > segments && hours > A_SEGMENT ? `${hours.toFixed(1)} h since` : `${segments} came since`;
}

function shown(times: number): number {
  return Number(times.toPrecision(2));
}

function counted(count: number, what: string): string {
  return `${count} ${count === 1 ? what : `${what}s`}`;
}
