import type { Json } from '../../../src/json/json.ts';
import { fillBudget } from '../../../src/shaping/fill-budget.ts';
import type { Picks } from '../../../src/shaping/pick-items.ts';
import { readQuestion } from '../../../src/shaping/question-matches.ts';
import type { FitsSchema } from '../catalog/compile-schema.ts';
import type { JsonObject } from '../connection/server-connection.ts';
import { jsonBytes } from './result-bytes.ts';
import { type ShrinkLimits, shrink } from './shrink.ts';

export interface FitStructuredOptions {
  /** UTF-8 bytes of JSON. */
  readonly bytes: number;
  readonly question: string | undefined;
  /** What the tool's `outputSchema` says; undefined: it has none. */
  readonly fits: FitsSchema | undefined;
  /** What a response of ours says of itself: `artifactRef` and the like. */
  readonly facts: JsonObject;
}

/** What is shown of most values, and where that is too large, ever less. */
const FIRST = { items: 10, chars: 500, keys: 50 };
const LAST = { items: 1, chars: 40, keys: 3 };
const NARROWER = [
  { items: 10, chars: 160, keys: 20 },
  { items: 5, chars: 160, keys: 10 },
  { items: 3, chars: 80, keys: 5 },
  LAST,
];
const ALL = Number.MAX_SAFE_INTEGER;
/** Bytes of a key with its value and marks. */
const MIN_MEMBER = 5;
/** What is left alone: keys are left out last, and where fewer items break the schema, shorter texts alone may not. */
const SPARED: readonly { readonly keys?: number; readonly items?: number; readonly chars?: number }[] = [
  { keys: ALL },
  { keys: ALL, items: ALL },
  { keys: ALL, chars: ALL },
  {},
  { items: ALL },
];

/**
 * Structured content within a budget that its `outputSchema` is still true of: fewer items of arrays, shorter texts, at
 * last fewer keys; with what the response says of itself among its fields where the schema lets it in. What cannot be
 * cut without breaking the schema is handed on whole: a program may rely on it.
 */
export function fitStructured(value: JsonObject, { bytes, fits, facts, ...rest }: FitStructuredOptions): JsonObject {
  const question = rest.question === undefined ? undefined : readQuestion(rest.question);
  const picks: Picks = new Map();
  const wide = Object.keys(value).length * MIN_MEMBER > bytes;
  for (const spared of SPARED) {
    if (wide && spared.keys === ALL) continue;
    const cutTo = (limits: Omit<ShrinkLimits, 'question'>): JsonObject =>
      shrink(value as Json, { ...limits, ...spared, question, picks }) as JsonObject;
    // Where not even the narrowest limits bring it within the budget, the ones before need not be tried.
    if (jsonBytes(cutTo(LAST), bytes) > bytes) continue;
    for (const limits of [...widest(cutTo, bytes - jsonBytes(facts, bytes)), ...NARROWER]) {
      const good = withFacts(cutTo(limits), facts, fits ?? (() => true));
      if (good !== undefined && jsonBytes(good, bytes) <= bytes) return good;
    }
  }
  return fits === undefined ? facts : value;
}

type Limits = typeof FIRST;

/** The widest limits that fit, and the first ones, should those break the schema. */
function widest(cutTo: (limits: Limits) => JsonObject, bytes: number): readonly Limits[] {
  const build = (factor: number) => {
    const limits = {
      items: Math.round(FIRST.items * factor),
      chars: Math.round(FIRST.chars * factor),
      keys: Math.round(FIRST.keys * factor),
    };
    return { limits, bytes: jsonBytes(cutTo(limits), bytes), cut: true };
  };
  const { fits } = fillBudget(build, bytes);
  return fits === undefined ? [] : [fits.limits, FIRST];
}

function withFacts(cut: JsonObject, facts: JsonObject, fits: FitsSchema): JsonObject | undefined {
  const own = Object.keys(facts).some((name) => Object.hasOwn(cut, name));
  const told = { ...cut, ...facts };
  if (!own && fits(told)) return told;
  return fits(cut) ? cut : undefined;
}
