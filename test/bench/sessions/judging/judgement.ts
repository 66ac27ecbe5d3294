import type { TextKind } from '../../../../src/engine/pruner.ts';
import type { HookCuts } from '../../../../src/unasked/cuts.ts';
import type { Need, SessionCase } from '../cases/session-case.ts';
import type { Baseline } from './baselines/baseline.ts';
import type { HostLimit } from './baselines/host-limit.ts';

/** Operating point: the pruner's own choice for a question, its choice without one, or the share of tokens to keep. */
export type Point = 'own' | HookCuts | number;

export type Method = 'engine' | Baseline | HostLimit;

/** One way to shorten a text, at one operating point. A host's limit has only one point, `shipped`. */
export interface Cell {
  readonly point: Point | 'shipped';
  readonly method: Method;
}

/** Evidence that lines were needed; `any` combines all. */
export type NeedOrAny = Need | 'any';

export const NEEDS: readonly NeedOrAny[] = ['edit', 'use', 'fetch', 'cite', 'any'];

/** Values by kind of need. */
export type ByNeed<Value> = Readonly<Record<NeedOrAny, Value>>;

export function byNeed<Value>(of: (need: NeedOrAny) => Value): ByNeed<Value> {
  return Object.fromEntries(NEEDS.map((need) => [need, of(need)])) as ByNeed<Value>;
}

/** Needed lines and tokens of a case that one cell kept. */
export interface Outcome extends Cell {
  /** Tokens shown, including an engine's markers. */
  readonly tokens: number;
  /** Needed lines that are shown. */
  readonly kept: ByNeed<number>;
  /** Tokens to read back every gap that contains a needed line, each with a call of its own. */
  readonly fetched: number;
  /** Reads that an engine's answer makes necessary to get the needed lines; undefined if there are none. */
  readonly lost?: Lost | undefined;
}

export interface Lost {
  /** Number of definitions or gaps to read, and their tokens. */
  readonly gaps: number;
  readonly tokens: number;
  /** Number of calls in the session when the first of the missing lines was needed. */
  readonly at: number;
}

/** One case, and the needed lines that each method kept. */
export interface Judgement {
  readonly of: SessionCase;
  readonly kind: TextKind | 'unknown';
  readonly lines: number;
  /** Tokens of the original text. */
  readonly tokens: number;
  readonly needed: ByNeed<number>;
  readonly outcomes: readonly Outcome[];
  /**
   * Share of the needed lines that the engine expected to show at the first judged point, and the share that it showed.
   */
  readonly recall?: { readonly expected: number; readonly actual: number } | undefined;
  /** Needed lines (1-based positions in the text) that the engine left out at the first judged point. */
  readonly lost: readonly number[];
}
