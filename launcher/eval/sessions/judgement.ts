import type { TextKind } from '../../../src/pruning/pruner.ts';
import type { Baseline } from './baselines/baseline.ts';
import type { HostLimit } from './baselines/host-limit.ts';
import type { Need, SessionCase } from './session-case.ts';

/** How much is kept: the pruner's own choice, or a share of the tokens. */
export type Point = 'own' | number;

export type Method = 'engine' | Baseline | HostLimit;

/** One way to shorten a text, at one operating point. A host's limit has a point of its own: what it leaves, it leaves. */
export interface Cell {
  readonly point: Point | 'shipped';
  readonly method: Method;
}

/** The evidence that lines were needed; `any` is all of it together. */
export type NeedOrAny = Need | 'any';

export const NEEDS: readonly NeedOrAny[] = ['edit', 'use', 'fetch', 'any'];

/** Lines by need. */
export type ByNeed<Value> = Readonly<Record<NeedOrAny, Value>>;

/** What one cell kept of a case. */
export interface Outcome extends Cell {
  /** Tokens shown, an engine's markers included. */
  readonly tokens: number;
  /** Needed lines that are shown. */
  readonly kept: ByNeed<number>;
}

/** What every method kept of one case. */
export interface Judgement {
  readonly of: SessionCase;
  readonly kind: TextKind | 'unknown';
  readonly lines: number;
  /** Tokens of the whole text. */
  readonly tokens: number;
  readonly needed: ByNeed<number>;
  readonly outcomes: readonly Outcome[];
  /** Needed lines (1-based positions in the text) that the engine left out at its own point. */
  readonly lost: readonly number[];
}
