import type { SkipReason } from '../../../../src/transcripts/recorded-session.ts';
import { type ByNeed, byNeed } from '../judging/judgement.ts';
import type { MoneyFigures } from '../money/money-figures.ts';
import type { Figure } from '../sums/bootstrap.ts';
import type { CaseFigures, Recalls, SessionFigures, Totals } from '../sums/figures.ts';
import { type FigureJson, figureJson } from './figure-json.ts';
import { type MoneyJson, moneyJson } from './money-json.ts';

interface RecallsJson {
  readonly hit: ByNeed<FigureJson>;
  readonly cover: ByNeed<FigureJson>;
  readonly all: ByNeed<FigureJson>;
}

interface CasesJson extends Pick<CaseFigures, 'cases' | 'sessions' | 'tokens' | 'idle' | 'needed'> {
  /** `point` is "own", "default", "more", a share of the tokens, or "shipped" for a host's limit. */
  readonly methods: readonly (RecallsJson & {
    readonly point: string | number;
    readonly method: string;
    readonly tokens: number;
    readonly share: FigureJson;
    readonly waste: FigureJson;
    readonly lost: number;
  })[];
  /** Results of the engine minus those of BM25. */
  readonly differences: readonly (RecallsJson & { readonly point: string | number })[];
}

/** Report that `--json` prints. Tokens are integers, shares have four decimals. */
export interface FiguresJson {
  readonly sessions: number;
  readonly results: number;
  readonly tokens: {
    readonly given: number;
    readonly after: number;
    readonly saved: FigureJson;
    readonly net: FigureJson;
  };
  readonly lost: { readonly results: number; readonly rate: FigureJson };
  /** The same figures for pruning without a question, keyed by caution level. */
  readonly automatic: Readonly<Record<string, Pick<FiguresJson, 'lost'> & { readonly tokens: FiguresJson['tokens'] }>>;
  readonly cases: CasesJson;
  readonly by: Readonly<Record<'action' | 'kind' | 'length' | 'format', Readonly<Record<string, CasesJson>>>>;
  readonly skipped: Readonly<Record<string, number>>;
  /** Keyed by caution level. Prices are shares of the sessions' price. */
  readonly money: Readonly<Record<string, MoneyJson>>;
}

export function figuresJson(
  of: SessionFigures,
  skipped: ReadonlyMap<SkipReason, number>,
  money: readonly MoneyFigures[],
): FiguresJson {
  const groups = (by: ReadonlyMap<string, CaseFigures>): Readonly<Record<string, CasesJson>> =>
    Object.fromEntries(Array.from(by, ([name, figures]) => [name, cases(figures)]));
  const { action, kind, length, format } = of.by;
  return {
    ...{ sessions: of.sessions, results: of.results },
    ...totalsJson(of.given, of),
    automatic: Object.fromEntries(Array.from(of.automatic, ([cuts, totals]) => [cuts, totalsJson(of.given, totals)])),
    cases: cases(of.all),
    by: { action: groups(action), kind: groups(kind), length: groups(length), format: groups(format) },
    skipped: Object.fromEntries(skipped),
    money: moneyJson(money),
  };
}

function totalsJson(
  given: number,
  { after, saved, net, lost, lostRate }: Totals,
): Pick<FiguresJson, 'tokens' | 'lost'> {
  return {
    tokens: { given: Math.round(given), after: Math.round(after), saved: figureJson(saved), net: figureJson(net) },
    lost: { results: lost, rate: figureJson(lostRate) },
  };
}

function cases({ cells, differences, ...of }: CaseFigures): CasesJson {
  return {
    ...{ cases: of.cases, sessions: of.sessions, tokens: Math.round(of.tokens), idle: of.idle, needed: of.needed },
    methods: cells.map(({ point, method, tokens, share, waste, lost, ...recalls }) => ({
      ...{ point, method, tokens: Math.round(tokens), share: figureJson(share), waste: figureJson(waste), lost },
      ...recallsOf(recalls),
    })),
    differences: differences.map(({ point, ...recalls }) => ({ point, ...recallsOf(recalls) })),
  };
}

function recallsOf({ hit, cover, all }: Recalls): RecallsJson {
  return { hit: needs(hit), cover: needs(cover), all: needs(all) };
}

function needs(figures: ByNeed<Figure>): ByNeed<FigureJson> {
  return byNeed((need) => figureJson(figures[need]));
}
