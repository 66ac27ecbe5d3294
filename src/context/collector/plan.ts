/** What may be let go. */
export interface Disposable {
  readonly id: string;
  readonly tokens: number;
  /** 0..1, see `Score`. */
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
  const useful = candidates.filter(({ tokens }) => tokens > 0);
  const all = useful.reduce((sum, { tokens }) => sum + tokens, 0);
  const order = [...useful].sort(byCostPerToken);
  if (target <= 0) return toResult([], target);
  if (all <= target) return toResult(order, target);
  const taken: Disposable[] = [];
  let [freed, cost] = [0, 0];
  let best: { readonly taken: number; readonly last: Disposable; readonly cost: number } | undefined;
  for (const one of order) {
    if (freed + one.tokens < target) {
      taken.push(one);
      freed += one.tokens;
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
  return costOf(a) * b.tokens - costOf(b) * a.tokens || b.tokens - a.tokens || (a.id < b.id ? -1 : 1);
}

/** Drops the costliest first that the target is met without. */
function withoutNeedless(set: readonly Disposable[], target: number): readonly Disposable[] {
  let freed = set.reduce((sum, { tokens }) => sum + tokens, 0);
  const dropped = new Set<Disposable>();
  for (const one of [...set].sort((a, b) => costOf(b) - costOf(a) || (a.id < b.id ? -1 : 1))) {
    if (freed - one.tokens < target) continue;
    dropped.add(one);
    freed -= one.tokens;
  }
  return set.filter((one) => !dropped.has(one)).sort(byCostPerToken);
}

function toResult(set: readonly Disposable[], target: number): Plan {
  const tokens = set.reduce((sum, one) => sum + one.tokens, 0);
  return {
    ids: set.map(({ id }) => id),
    tokens,
    cost: set.reduce((sum, one) => sum + costOf(one), 0),
    shortfall: Math.max(0, target - tokens),
  };
}
