import type { Segment } from '../segment.ts';
import type { Collection } from './collect.ts';
import { orderBy } from './order-by.ts';
import { needAt } from './score.ts';

/** What may be let go. */
export interface Disposable {
  readonly segment: Pick<Segment, 'id' | 'tokens'>;
  /** 0..1, see `scoreOf`. */
  readonly score: number;
}

export interface Plan extends PlanSum {
  /** Most expendable per token first. */
  readonly ids: readonly string[];
}

/** A plan by places. */
export interface PlacedPlan extends PlanSum {
  /** Most expendable per token first. */
  readonly places: ArrayLike<number>;
}

interface PlanSum {
  readonly tokens: number;
  /** What letting them go costs: the sum of what each does, see `toPlan`. */
  readonly cost: number;
  /** Tokens that are missing from the target although everything goes. */
  readonly shortfall: number;
}

type Offers = Pick<Collection, 'tokens' | 'scores'>;

/**
 * A cheap set that frees `target` tokens, where letting one go costs what it takes to have it again, by how much it is
 * needed: need × √tokens, since it takes a call, one each, and its tokens. Those that cost least per token go until the
 * target is reached, then those are kept that turned out not to be needed. But for the last one taken it costs no more
 * than the cheapest set; what is freed beyond the target is not lost, since the next plan comes so much later. Of equal
 * candidates those that come first go first. Everything, where that is not enough.
 */
export function toPlan(candidates: readonly Disposable[], target: number): Plan {
  const tokens = Float64Array.from(candidates, ({ segment }) => segment.tokens);
  const scores = Float64Array.from(candidates, ({ score }) => score);
  const { places, ...sum } = planOver(Uint32Array.from(candidates.keys()), { tokens, scores }, target);
  return { ids: Array.from(places, (place) => (candidates[place] as Disposable).segment.id), ...sum };
}

/** The same out of a collection's `poolOf`. */
export function planOf(collection: Collection, target: number): PlacedPlan {
  return planOver(collection.order.subarray(0, poolOf(collection, target).segments), collection, target);
}

/**
 * What a plan is made out of, as the first of the collection's order: what is worth letting go; where that is not enough,
 * all that no root is.
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

/** Those that free anything, the cheapest per token first. */
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

/** Keeps the costliest first of what the target is met without: `over` tokens are more than it asks for. */
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
