import { CARES, type Care } from '../../../../src/engine/pruner.ts';
import type { Judgement } from '../judging/judgement.ts';
import type { SessionCost } from './session-cost.ts';

/** Sums over results. Prices are in tokens of uncached input. */
export interface MoneySum {
  /** Results that were judged, those of them that were cut, and those of these that lost a needed line. */
  readonly results: number;
  readonly cut: number;
  readonly losing: number;
  /** Price of what was left out. */
  readonly spared: number;
  /** Price of having every gap with a needed line read back, and that of never noticing that any is missing. */
  readonly noticed: number;
  readonly unnoticed: number;
  /** Lines of cut results that a final answer, a review or a todo cites, and those of them that are shown. */
  readonly cited: number;
  readonly citedShown: number;
}

/** What pruning at one level of caution would have changed in one session. */
export interface SessionMoney {
  readonly care: Care;
  /** Repository, or folder, in which the session worked, if known. */
  readonly repository: string | undefined;
  /** Price of the session as it was. */
  readonly cost: number;
  /** Sums by group: `all`, or a kind of group and its name, such as `tool read`. */
  readonly groups: ReadonlyMap<string, MoneySum>;
}

export const ALL = 'all';

export const NOTHING: MoneySum = {
  ...{ results: 0, cut: 0, losing: 0, spared: 0, noticed: 0, unnoticed: 0, cited: 0, citedShown: 0 },
};

export function addMoney(a: MoneySum, b: MoneySum): MoneySum {
  const names = Object.keys(NOTHING) as readonly (keyof MoneySum)[];
  return Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as unknown as MoneySum;
}

/**
 * Returns what is left of what was spared, if that share of the losses is not noticed. A loss that is noticed costs a
 * request that has the gap back, one that is not costs ten.
 */
export function netOf({ spared, noticed, unnoticed }: MoneySum, unnoticedShare: number): number {
  return spared - (1 - unnoticedShare) * noticed - unnoticedShare * unnoticed;
}

/** Collects the judgements of a session, whose prices are known at its end. */
export interface SessionMoneySums {
  /** `requests` is the number of requests before the result. */
  add(judgement: Judgement, requests: number): void;
  end(cost: SessionCost, repository?: string): readonly SessionMoney[];
}

export function createSessionMoney(): SessionMoneySums {
  const judged: { readonly judgement: Judgement; readonly requests: number }[] = [];
  return {
    add(judgement, requests) {
      // Texts are not kept.
      const { of } = judgement;
      judged.push({ judgement: { ...judgement, of: { ...of, text: '', context: undefined } }, requests });
    },
    end(cost, repository) {
      return CARES.map((care) => {
        const groups = new Map<string, MoneySum>();
        for (const { judgement, requests } of judged) {
          const sum = sumOf(judgement, care, requests, cost);
          if (sum === undefined) continue;
          for (const group of groupsOf(judgement)) groups.set(group, addMoney(groups.get(group) ?? NOTHING, sum));
        }
        return { care, repository, cost: cost.total(), groups };
      });
    },
  };
}

function sumOf(
  { tokens, outcomes, needed }: Judgement,
  care: Care,
  requests: number,
  cost: SessionCost,
): MoneySum | undefined {
  const outcome = outcomes.find(({ point, method }) => point === care && method === 'engine');
  if (outcome === undefined) return undefined;
  const { lost, kept } = outcome;
  const spared = tokens - outcome.tokens;
  const isCut = spared !== 0;
  const missed = lost && cost.requestsAt(lost.at);
  return {
    ...{ results: 1, cut: Number(isCut), losing: Number(lost !== undefined), spared: spared * cost.weight(requests) },
    noticed:
      lost === undefined || missed === undefined ? 0 : cost.missing(missed, true) + lost.tokens * cost.weight(missed),
    unnoticed: missed === undefined ? 0 : cost.missing(missed, false),
    cited: isCut ? needed.cite : 0,
    citedShown: isCut ? kept.cite : 0,
  };
}

const SIZES = [2000, 5000, 10_000] as const;

function groupsOf({ of: { action, format }, tokens }: Judgement): readonly string[] {
  const above = SIZES.findLast((size) => tokens >= size);
  return [ALL, `tool ${action}`, `host ${format}`, `size ${above === undefined ? `< ${SIZES[0]}` : `≥ ${above}`}`];
}
