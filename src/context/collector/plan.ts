import type { Segment } from '../segment.ts';
import type { Collection } from './collect.ts';
import { orderBy } from './order-by.ts';
import { needAt } from './score.ts';

/** A segment that may be released. */
export interface Disposable {
  readonly segment: Pick<Segment, 'id' | 'tokens'>;
  /** 0..1, see `scoreOf`. */
  readonly score: number;
}

export interface Plan extends PlanSum {
  /** Cheapest per token first. */
  readonly ids: readonly string[];
}

/** A plan that names segments by place. */
export interface PlacedPlan extends PlanSum {
  /** Cheapest per token first. */
  readonly places: ArrayLike<number>;
}

interface PlanSum {
  readonly tokens: number;
  /** Expected cost of the plan: the sum of its segments' costs, see `toPlan`. */
  readonly cost: number;
  /** Tokens missing from the target even if everything is released. */
  readonly shortfall: number;
}

type Offers = Pick<Collection, 'tokens' | 'scores'>;

/**
 * Picks a cheap set of segments that frees `target` tokens. Releasing a segment costs need × √tokens: its need, times
 * the effort to fetch it again (a call, and its tokens). Segments with the lowest cost per token are picked until the
 * target is reached. Unnecessary ones are then dropped from the set. Apart from the last segment taken, the set costs
 * no more than the cheapest possible one. Tokens freed beyond the target are not lost: the next plan comes later. Ties
 * keep their order. If all of them free less than `target`, all are picked.
 */
export function toPlan(candidates: readonly Disposable[], target: number): Plan {
  const tokens = Float64Array.from(candidates, ({ segment }) => segment.tokens);
  const scores = Float64Array.from(candidates, ({ score }) => score);
  const { places, ...sum } = planOver(Uint32Array.from(candidates.keys()), { tokens, scores }, target);
  return { ids: Array.from(places, (place) => (candidates[place] as Disposable).segment.id), ...sum };
}

/** Like `toPlan`, for a collection. */
export function planOf(collection: Collection, target: number): PlacedPlan {
  return planOver(collection.order.subarray(0, poolOf(collection, target).segments), collection, target);
}

/**
 * Returns the candidates for a plan, as a prefix of the collection's order: those worth releasing, or all that are not
 * roots if those do not reach the target.
 */
export function poolOf({ order, expendable, tokens }: Collection, target: number): Collection['expendable'] {
  if (expendable.tokens >= target) return expendable;
  let sum = 0;
  for (let i = 0; i < order.length; i++) sum += tokens[order[i] as number] as number;
  return { segments: order.length, tokens: sum };
}

function planOver(pool: Uint32Array, offers: Offers, target: number): PlacedPlan {
  const places = target <= 0 ? [] : cheapest(pool, offers, target);
  let tokens = 0;
  let cost = 0;
  for (let i = 0; i < places.length; i++) {
    const place = places[i] as number;
    tokens += offers.tokens[place] as number;
    cost += costOf(offers, place);
  }
  return { places, tokens, cost, shortfall: Math.max(0, target - tokens) };
}

function cheapest(pool: Uint32Array, offers: Offers, target: number): ArrayLike<number> {
  const order = byCostPerToken(pool, offers);
  let freed = 0;
  for (let i = 0; i < order.length; i++) {
    freed += offers.tokens[order[i] as number] as number;
    if (freed >= target) return withoutNeedless([...order.subarray(0, i + 1)], offers, freed - target);
  }
  return order;
}

/** Returns the places that free any tokens, cheapest per token first. */
function byCostPerToken(pool: Uint32Array, offers: Offers): Uint32Array {
  const places = new Uint32Array(pool.length);
  const prices = new Float64Array(offers.tokens.length);
  let count = 0;
  for (let i = 0; i < pool.length; i++) {
    const place = pool[i] as number;
    const tokens = offers.tokens[place] as number;
    if (tokens <= 0) continue;
    places[count++] = place;
    prices[place] = costOf(offers, place) / tokens;
  }
  return orderBy(prices, places.subarray(0, count));
}

function costOf({ tokens, scores }: Offers, place: number): number {
  return needAt(scores[place] as number) * Math.sqrt(tokens[place] as number);
}

/** Drops segments that the target does not need from the set, the costliest first. `over`: tokens beyond the target. */
function withoutNeedless(set: readonly number[], offers: Offers, over: number): readonly number[] {
  const { tokens } = offers;
  const kept = new Set<number>();
  const small = set.filter((place) => (tokens[place] as number) <= over);
  for (const place of small.sort((a, b) => costOf(offers, b) - costOf(offers, a))) {
    const its = tokens[place] as number;
    if (its > over) continue;
    kept.add(place);
    over -= its;
  }
  return set.filter((place) => !kept.has(place));
}
