import { CARES, type Care } from '../../../../src/engine/pruner.ts';
import { ALL, addMoney, type MoneySum, netOf, type SessionMoney } from './money-sums.ts';

/** What pruning at one level of caution would have changed in all sessions. Shares are of the sessions' price. */
export interface MoneyFigures {
  readonly care: Care;
  /** By group: `all`, or a kind of group and its name, such as `tool read`. */
  readonly groups: ReadonlyMap<string, GroupFigures>;
  /** Sessions in which a result was judged, and those that would have become dearer, at a tenth of losses unnoticed. */
  readonly sessions: number;
  readonly dearer: number;
}

export interface GroupFigures extends Pick<MoneySum, 'results' | 'cut'> {
  readonly spared: number;
  /** Price of the losses, if each is noticed. */
  readonly lost: number;
  /** What is left of what was spared, by the share of losses that is not noticed. */
  readonly net: { readonly [Share in (typeof UNNOTICED)[number]]: number };
  /** Share of the cut results that lose a needed line; undefined if none was cut. */
  readonly losing: number | undefined;
  /** Share of the lines of cut results, cited by a final answer, a review or a todo, that are shown. */
  readonly citedShown: number | undefined;
}

/** Shares of the losses that the agent does not notice. */
export const UNNOTICED = [0, 0.1, 0.2] as const;
const USUAL_UNNOTICED = 0.1;

export function moneyFigures(sessions: readonly SessionMoney[]): readonly MoneyFigures[] {
  return CARES.flatMap((care) => {
    const own = sessions.filter((one) => one.care === care && one.groups.has(ALL));
    if (own.length === 0) return [];
    const cost = sessions.reduce((sum, one) => sum + (one.care === care ? one.cost : 0), 0);
    const sums = new Map<string, MoneySum>();
    for (const { groups } of own) {
      for (const [name, sum] of groups) {
        const before = sums.get(name);
        sums.set(name, before === undefined ? sum : addMoney(before, sum));
      }
    }
    const groups = new Map(Array.from(sums, ([name, sum]) => [name, toFigures(sum, cost)]));
    const dearer = own.filter((one) => netOf(one.groups.get(ALL) as MoneySum, USUAL_UNNOTICED) < 0).length;
    return [{ care, groups, sessions: own.length, dearer }];
  });
}

function toFigures(sum: MoneySum, cost: number): GroupFigures {
  const { results, cut, losing, cited, citedShown } = sum;
  const share = (value: number): number => (cost === 0 ? 0 : value / cost);
  return {
    ...{ results, cut, spared: share(sum.spared), lost: share(sum.noticed) },
    net: Object.fromEntries(
      UNNOTICED.map((unnoticed) => [unnoticed, share(netOf(sum, unnoticed))]),
    ) as GroupFigures['net'],
    losing: cut === 0 ? undefined : losing / cut,
    citedShown: cited === 0 ? undefined : citedShown / cited,
  };
}
