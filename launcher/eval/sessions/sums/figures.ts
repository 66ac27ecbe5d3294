import type { Care } from '../../../../src/pruning/pruner.ts';
import type { ByNeed, Cell, Point } from '../judging/judgement.ts';
import type { Figure } from './bootstrap.ts';
import type { Groups } from './case-groups.ts';

/** Recall of needed lines by need, over the cases that have the need. */
export interface Recalls {
  /** Cases in which any needed line is shown. */
  readonly hit: ByNeed<Figure>;
  /** Shares of needed lines that are shown, averaged over cases. */
  readonly cover: ByNeed<Figure>;
  /** Cases in which every needed line is shown. */
  readonly all: ByNeed<Figure>;
}

export interface CellFigures extends Cell, Recalls {
  /** Tokens shown, and their share of all tokens of the cases. */
  readonly tokens: number;
  readonly share: Figure;
  /** Share of the tokens that is shown of cases of which nothing was used again. */
  readonly waste: Figure;
  /** Cases in which a needed line is missing. */
  readonly lost: number;
}

/** The engine less BM25, session by session, at the same point: above 0 the engine keeps more. */
export interface Difference extends Recalls {
  readonly point: Point;
}

/** Figures of a set of cases. */
export interface CaseFigures {
  readonly cases: number;
  readonly tokens: number;
  readonly sessions: number;
  /** Cases of which nothing was used again. */
  readonly idle: number;
  /** Cases in which lines were needed. */
  readonly needed: ByNeed<number>;
  readonly cells: readonly CellFigures[];
  readonly differences: readonly Difference[];
}

/** What pruning every case would have come to, over all results. */
export interface Totals {
  /** Tokens of all results after it. */
  readonly after: number;
  /** Share of the tokens that pruning takes away. */
  readonly saved: Figure;
  /** The same less what it takes to read back every gap that holds a needed line. */
  readonly net: Figure;
  /** Results in which pruning takes away a needed line, and their share of all results. */
  readonly lost: number;
  readonly lostRate: Figure;
}

/** Figures of sessions; the totals are those of the engine's own point. */
export interface SessionFigures extends Totals {
  readonly sessions: number;
  /** Results that tools gave, cases or not, and their tokens. */
  readonly results: number;
  readonly given: number;
  /** With no question, where that was judged. */
  readonly automatic: ReadonlyMap<Care, Totals>;
  readonly all: CaseFigures;
  /** By group, the names in the order of first sight. */
  readonly by: Readonly<Record<keyof Groups, ReadonlyMap<string, CaseFigures>>>;
}
