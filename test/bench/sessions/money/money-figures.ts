import { HOOK_CUTS, type HookCuts } from '../../../../src/unasked/cuts.ts';
import { bootstrapRatios, type Figure } from '../sums/bootstrap.ts';
import { type Draws, drawSessions } from '../sums/draw-sessions.ts';
import { ALL, type MoneySum, NOTHING, netOf, type SessionMoney } from './money-sums.ts';
import { toSample } from './sample.ts';

/** Price changes that pruning at one level of caution would have caused in all sessions. */
export interface MoneyFigures {
  readonly cuts: HookCuts;
  /** Units that are resampled for the intervals, and their number. */
  readonly over: 'repositories' | 'sessions';
  readonly units: number;
  /** By group: `all`, or a kind of group and its name, such as `tool read`. */
  readonly groups: ReadonlyMap<string, GroupFigures>;
}

/** Figures of one group of results. Prices are shares of the price of all sessions. */
export interface GroupFigures extends Pick<MoneySum, 'results' | 'cut'> {
  /**
   * Number of sessions in which a result was judged, and of those that would have become more expensive if a tenth of
   * the losses goes unnoticed, apart from the definitions, which cost every session.
   */
  readonly sessions: number;
  readonly dearerSessions: number;
  readonly spared: Figure;
  /** Price of the losses, if each is noticed. */
  readonly lost: Figure;
  /** Net savings: the price spared minus the price of the losses, by the share of losses that goes unnoticed. */
  readonly net: { readonly [Share in (typeof UNNOTICED)[number]]: Figure };
  /** Share of the cut results that lose a needed line. */
  readonly losing: Figure;
  /** Share of cited lines in cut results that are shown. A final answer, a review or a todo cites them. */
  readonly citedShown: Figure;
  /** Share of the sessions that would have become more expensive. */
  readonly dearer: Figure;
}

/** Shares of the losses that the agent does not notice. */
export const UNNOTICED = [0, 0.1, 0.2] as const;
const USUAL_UNNOTICED = 0.1;
/** Min repositories or sessions for an interval. */
const MIN_UNITS = { repositories: 4, sessions: 10 } as const;

export function moneyFigures(sessions: readonly SessionMoney[]): readonly MoneyFigures[] {
  return HOOK_CUTS.flatMap((cuts) => {
    const own = sessions.filter((one) => one.cuts === cuts);
    if (!own.some(({ groups }) => (groups.get(ALL)?.results ?? 0) > 0)) return [];
    const { over, units, column } = toSample(own, MIN_UNITS.repositories);
    const draws = drawSessions(units);
    const cost = column((one) => one.cost);
    const names = new Set(own.flatMap(({ groups }) => [...groups.keys()]));
    const ofGroup = (name: string): GroupFigures =>
      groupFigures((of) => column(({ groups }) => of(groups.get(name) ?? NOTHING)), cost, draws, MIN_UNITS[over]);
    return [{ cuts, over, units, groups: new Map(Array.from(names, (name) => [name, ofGroup(name)])) }];
  });
}

function groupFigures(
  column: (of: (sum: MoneySum) => number) => Float64Array,
  cost: Float64Array,
  draws: Draws,
  minUnits: number,
): GroupFigures {
  const total = (numbers: Float64Array): number => numbers.reduce((sum, each) => sum + each, 0);
  const [results, cut] = [column((sum) => sum.results), column((sum) => sum.cut)];
  const sessions = column((sum) => Number(sum.results > 0));
  const dearerSessions = column((sum) => Number(netOf({ ...sum, carried: 0 }, USUAL_UNNOTICED) < 0));
  const [spared, lost, losing, citedShown, dearer, ...net] = bootstrapRatios(
    [
      { above: column((sum) => sum.spared), below: cost },
      { above: column((sum) => sum.noticed), below: cost },
      { above: column((sum) => sum.losing), below: cut },
      { above: column((sum) => sum.citedShown), below: column((sum) => sum.cited) },
      { above: dearerSessions, below: sessions },
      ...UNNOTICED.map((share) => ({
        above: column((sum) => netOf(sum, share)),
        below: cost,
        bounds: [-1, 1] as const,
      })),
    ],
    draws,
    Int32Array.from(cost.keys()),
    minUnits,
  ) as [Figure, Figure, Figure, Figure, Figure, ...Figure[]];
  return {
    ...{ results: total(results), cut: total(cut), sessions: total(sessions), dearerSessions: total(dearerSessions) },
    ...{ spared, lost, losing, citedShown, dearer },
    net: Object.fromEntries(UNNOTICED.map((share, at) => [share, net[at]])) as unknown as GroupFigures['net'],
  };
}
