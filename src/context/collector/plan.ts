import type { Segment } from '../segment.ts';

/** What may be let go. */
export interface Disposable {
  readonly segment: Pick<Segment, 'id' | 'tokens'>;
  /** 0..1, see `scoreOf`. */
  readonly score: number;
}

export interface Plan {
  /** Most expendable per token first. */
  readonly ids: readonly string[];
  readonly tokens: number;
  /** What letting them go costs: the sum of 1 − score. */
  readonly cost: number;
  /** Tokens that are missing from the target although everything goes. */
  readonly shortfall: number;
}

/**
 * The cheapest set that frees `target` tokens, where letting one go costs 1 − score: the greedy of Csirik, Frenk, Labbé
 * and Zhang for the minimum knapsack, then without what turned out not to be needed. Costs at most twice the optimum;
 * equal candidates go by id. Everything, where that is not enough.
 */
export function toPlan(candidates: readonly Disposable[], target: number): Plan {
  if (target <= 0) return toResult([], target);
  const order = candidates.filter(({ segment }) => segment.tokens > 0).sort(byCostPerToken);
  if (tokensOf(order) <= target) return toResult(order, target);
  const taken: Disposable[] = [];
  let [freed, cost] = [0, 0];
  let best: { readonly taken: number; readonly last: Disposable; readonly cost: number } | undefined;
  for (const one of order) {
    if (freed + one.segment.tokens < target) {
      taken.push(one);
      freed += one.segment.tokens;
      cost += costOf(one);
    } else if (best === undefined || cost + costOf(one) < best.cost) {
      // It ends the set; whether going on without it is cheaper shows later.
      best = { taken: taken.length, last: one, cost: cost + costOf(one) };
    }
  }
  return toResult(
    best === undefined ? taken : withoutNeedless([...taken.slice(0, best.taken), best.last], target),
    target,
  );
}

function costOf({ score }: Disposable): number {
  return 1 - score;
}

function byCostPerToken(a: Disposable, b: Disposable): number {
  const [one, other] = [a.segment, b.segment];
  return costOf(a) * other.tokens - costOf(b) * one.tokens || other.tokens - one.tokens || (one.id < other.id ? -1 : 1);
}

/** Drops the costliest first that the target is met without. */
function withoutNeedless(set: readonly Disposable[], target: number): readonly Disposable[] {
  let over = tokensOf(set) - target;
  const dropped = new Set<Disposable>();
  const small = set.filter(({ segment }) => segment.tokens <= over);
  for (const one of small.sort((a, b) => costOf(b) - costOf(a) || (a.segment.id < b.segment.id ? -1 : 1))) {
    if (one.segment.tokens > over) continue;
    dropped.add(one);
    over -= one.segment.tokens;
  }
  return set.filter((one) => !dropped.has(one));
}

function toResult(set: readonly Disposable[], target: number): Plan {
  const tokens = tokensOf(set);
  return {
    ids: set.map(({ segment }) => segment.id),
    tokens,
    cost: set.reduce((sum, one) => sum + costOf(one), 0),
    shortfall: Math.max(0, target - tokens),
  };
}

function tokensOf(set: readonly Disposable[]): number {
  return set.reduce((sum, { segment }) => sum + segment.tokens, 0);
}
