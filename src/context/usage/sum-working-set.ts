import { candidatesIn, collect } from '../collector/collect.ts';
import { heldBy } from '../collector/held-by.ts';
import { reasonOf } from '../collector/score.ts';
import type { WorkingSet } from '../context-store.ts';
import { SEGMENT_TYPES } from '../segment.ts';

/** Tokens by what the collector would do with their segments. */
export interface Shares {
  readonly name: string;
  readonly segments: number;
  /** Tokens held by a root (`held`), worth releasing (`going`), and all others (`rest`). */
  readonly held: number;
  readonly going: number;
  readonly rest: number;
}

/** Figures of a working set, for a chart. */
export interface WorkingSetSum {
  readonly tokens: number;
  readonly segments: number;
  readonly byType: readonly Shares[];
  /** Quarters of the working set by arrival, youngest first. */
  readonly byAge: readonly Shares[];
  readonly heldBy: readonly { readonly reason: string; readonly segments: number; readonly tokens: number }[];
  /** Most expendable first. */
  readonly going: readonly {
    readonly id: string;
    readonly score: number;
    readonly tokens: number;
    readonly reason: string;
  }[];
}

const AGES = ['youngest quarter', 'second', 'third', 'oldest quarter'];

/** Sums up what the collector would do with a working set. Pure. */
export function sumWorkingSet(set: WorkingSet): WorkingSetSum {
  const { segments } = set;
  const collection = collect(set);
  const { roots } = collection;
  const going = candidatesIn(set, collection, collection.expendable.segments);
  const isGoing = new Set(going.map(({ segment }) => segment.id));
  const by = (name: string, isIn: (at: number) => boolean): Shares => {
    const sum = { name, segments: 0, held: 0, going: 0, rest: 0 };
    for (const [at, { id, tokens }] of segments.entries()) {
      if (!isIn(at)) continue;
      sum.segments += 1;
      sum[roots[at] !== undefined ? 'held' : isGoing.has(id) ? 'going' : 'rest'] += tokens;
    }
    return sum;
  };
  const quarter = Math.max(1, Math.ceil(segments.length / AGES.length));
  return {
    tokens: segments.reduce((sum, { tokens }) => sum + tokens, 0),
    segments: segments.length,
    byType: SEGMENT_TYPES.map((type) => by(type, (at) => segments[at]?.type === type)).filter(
      (one) => one.segments > 0,
    ),
    byAge: AGES.map((name, i) => by(name, (at) => Math.floor((segments.length - 1 - at) / quarter) === i)),
    heldBy: [...heldBy(segments, roots)].map(([reason, sum]) => ({ reason, ...sum })),
    going: going.map((one) => {
      const { id, tokens } = one.segment;
      return { id, score: one.score, tokens, reason: reasonOf(one, set) };
    }),
  };
}
