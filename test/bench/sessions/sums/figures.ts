import type { HookCuts } from '../../../../src/unasked/cuts.ts';
import type { ByNeed, Cell, Point } from '../judging/judgement.ts';
import type { Figure } from './bootstrap.ts';
import type { Groups } from './case-groups.ts';

/** Recall of needed lines by need, over the cases with that need. */
export interface Recalls {
  /** Share of cases in which any needed line is shown. */
  readonly hit: ByNeed<Figure>;
  /** Share of needed lines that are shown, averaged over cases. */
  readonly cover: ByNeed<Figure>;
  /** Share of cases in which every needed line is shown. */
  readonly all: ByNeed<Figure>;
}

export interface CellFigures extends Cell, Recalls {
  /** Tokens shown, and their share of all tokens of the cases. */
  readonly tokens: number;
  readonly share: Figure;
  /** Share of tokens shown, over the cases in which nothing was used again. */
  readonly waste: Figure;
  /** Number of cases in which a needed line is missing. */
  readonly lost: number;
}

/** The engine minus BM25, session by session, at the same point. Above 0, the engine keeps more. */
export interface Difference extends Recalls {
  readonly point: Point;
}

/** Figures of a set of cases. */
export interface CaseFigures {
  readonly cases: number;
  readonly tokens: number;
  readonly sessions: number;
  /** Number of cases in which nothing was used again. */
  readonly idle: number;
  /** Number of cases in which lines were needed. */
  readonly needed: ByNeed<number>;
  readonly cells: readonly CellFigures[];
  readonly differences: readonly Difference[];
}

/** Effect of pruning every case, over all results. */
export interface Totals {
  /** Tokens of all results after pruning. */
  readonly after: number;
  /** Share of the tokens that pruning removes. */
  readonly saved: Figure;
  /** The same minus the tokens to read back every gap that contains a needed line. */
  readonly net: Figure;
  /** Number of results in which pruning removes a needed line, and their share of all results. */
  readonly lost: number;
  readonly lostRate: Figure;
}

/** Figures of sessions. The totals are those of the engine's own point. */
export interface SessionFigures extends Totals {
  readonly sessions: number;
  /** Number of tool results, whether cases or not, and their tokens. */
  readonly results: number;
  readonly given: number;
  /** Totals without a question, for the points that were judged. */
  readonly automatic: ReadonlyMap<HookCuts, Totals>;
  readonly all: CaseFigures;
  /** Figures by group, in order of first appearance. */
  readonly by: Readonly<Record<keyof Groups, ReadonlyMap<string, CaseFigures>>>;
}
