import type { Segment } from '../segment.ts';
import type { Collection } from './collect.ts';
import { orderBy } from './order-by.ts';

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
  /** What letting them go costs: the sum of 1 − score. */
  readonly cost: number;
  /** Tokens that are missing from the target although everything goes. */
  readonly shortfall: number;
}

type Offers = Pick<Collection, 'tokens' | 'scores'>;

/**
 * The cheapest set that frees `target` tokens, where letting one go costs 1 − score: the greedy of Csirik, Frenk, Labbé
 * and Zhang for the minimum knapsack, then without what turned out not to be needed. Costs at most twice the optimum;
 * of equal candidates those that come first go first. Everything, where that is not enough.
 */
export function toPlan(candidates: readonly Disposable[], target: number): Plan {
  const tokens = Float64Array.from(candidates, ({ segment }) => segment.tokens);
  const scores = Float64Array.from(candidates, ({ score }) => score);
  const { places, ...sum } = planOver(Uint32Array.from(candidates.keys()), { tokens, scores }, target);
  return { ids: Array.from(places, (place) => (candidates[place] as Disposable).segment.id), ...sum };
}

/** The same out of what is worth letting go; where that is not enough, out of all that no root is. */
export function planOf(collection: Collection, target: number): PlacedPlan {
  const { order, expendable } = collection;
  return planOver(expendable.tokens >= target ? order.subarray(0, expendable.segments) : order, collection, target);
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
  const { tokens } = offers;
  const order = byCostPerToken(pool, offers);
  const taken: number[] = [];
  let freed = 0;
  let cost = 0;
  let all = 0;
  let best: { readonly taken: number; readonly last: number; readonly cost: number } | undefined;
  for (let i = 0; i < order.length; i++) {
    const place = order[i] as number;
    const its = tokens[place] as number;
    const price = costOf(offers, place);
    all += its;
    if (freed + its < target) {
      taken.push(place);
      freed += its;
      cost += price;
    } else if (best === undefined || cost + price < best.cost) {
      // It ends the set; whether going on without it is cheaper shows later.
      best = { taken: taken.length, last: place, cost: cost + price };
    }
  }
  if (best === undefined || all <= target) return order;
  return withoutNeedless([...taken.slice(0, best.taken), best.last], offers, target);
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

function costOf({ scores }: Offers, place: number): number {
  return Math.max(0, 1 - (scores[place] as number));
}

/** Drops the costliest first that the target is met without. */
function withoutNeedless(set: readonly number[], offers: Offers, target: number): readonly number[] {
  const { tokens } = offers;
  let over = set.reduce((sum, place) => sum + (tokens[place] as number), 0) - target;
  const dropped = new Set<number>();
  const small = set.filter((place) => (tokens[place] as number) <= over);
  for (const place of small.sort((a, b) => costOf(offers, b) - costOf(offers, a))) {
    const its = tokens[place] as number;
    if (its > over) continue;
    dropped.add(place);
    over -= its;
  }
  return set.filter((place) => !dropped.has(place));
}
