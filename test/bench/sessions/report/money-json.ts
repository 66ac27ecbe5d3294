import { type GroupFigures, type MoneyFigures, UNNOTICED } from '../money/money-figures.ts';
import { type FigureJson, figureJson } from './figure-json.ts';

/** The intervals are resampled over `units` repositories or sessions. */
export interface MoneyJson extends Pick<MoneyFigures, 'over' | 'units'> {
  readonly groups: Readonly<Record<string, GroupJson>>;
}

interface GroupJson extends Pick<GroupFigures, 'results' | 'cut' | 'sessions' | 'dearerSessions'> {
  readonly spared: FigureJson;
  readonly lost: FigureJson;
  /** Net savings by the share of losses that goes unnoticed. */
  readonly net: Readonly<Record<string, FigureJson>>;
  readonly losing: FigureJson;
  readonly citedShown: FigureJson;
  readonly dearer: FigureJson;
}

/** Returns the money figures as `--json` prints them, keyed by caution level. */
export function moneyJson(money: readonly MoneyFigures[]): Readonly<Record<string, MoneyJson>> {
  const groupsOf = (groups: MoneyFigures['groups']): MoneyJson['groups'] =>
    Object.fromEntries(Array.from(groups, ([name, one]) => [name, groupJson(one)]));
  return Object.fromEntries(
    money.map(({ cuts, over, units, groups }) => [cuts, { over, units, groups: groupsOf(groups) }]),
  );
}

function groupJson({ spared, lost, net, losing, citedShown, dearer, ...counts }: GroupFigures): GroupJson {
  return {
    ...{ ...counts, spared: figureJson(spared), lost: figureJson(lost) },
    net: Object.fromEntries(UNNOTICED.map((share) => [share, figureJson(net[share])])),
    ...{ losing: figureJson(losing), citedShown: figureJson(citedShown), dearer: figureJson(dearer) },
  };
}
