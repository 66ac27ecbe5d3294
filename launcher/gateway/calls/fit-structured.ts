import type { Json } from '../../../src/json/json.ts';
import { readQuestion } from '../../../src/shaping/question-matches.ts';
import type { FitsSchema } from '../catalog/compile-schema.ts';
import type { JsonObject } from '../connection/server-connection.ts';
import { jsonBytes } from './result-bytes.ts';
import { shrink } from './shrink.ts';

export interface FitStructuredOptions {
  /** UTF-8 bytes of JSON. */
  readonly bytes: number;
  readonly question: string | undefined;
  /** What the tool's `outputSchema` says; undefined: it has none. */
  readonly fits: FitsSchema | undefined;
  /** What a response of ours says of itself: `artifactRef` and the like. */
  readonly facts: JsonObject;
}

/** From the contract's own limits down; each is tried on what the one before has left. */
const LAST_STEP = { items: 1, chars: 40, keys: 3 };
const STEPS = [
  { items: 10, chars: 500, keys: 50 },
  { items: 10, chars: 160, keys: 20 },
  { items: 5, chars: 160, keys: 10 },
  { items: 3, chars: 80, keys: 5 },
  LAST_STEP,
];
const ALL = Number.MAX_SAFE_INTEGER;
/** Bytes of a key with its value and marks. */
const LEAST_MEMBER = 5;
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
  const wide = Object.keys(value).length * LEAST_MEMBER > bytes;
  for (const spared of SPARED) {
    if (wide && spared.keys === ALL) continue;
    // Where not even the last step brings it within the budget, the ones before need not be tried.
    const least = shrink(value as Json, { ...LAST_STEP, ...spared, question: undefined });
    if (jsonBytes(least, bytes) > bytes) continue;
    let cut = value;
    let good: JsonObject | undefined;
    for (const step of STEPS) {
      cut = shrink(cut as Json, { ...step, ...spared, question }) as JsonObject;
      good = withFacts(cut, facts, fits ?? (() => true)) ?? good;
      if (good !== undefined && jsonBytes(good, bytes) <= bytes) return good;
    }
  }
  return fits === undefined ? facts : value;
}

function withFacts(cut: JsonObject, facts: JsonObject, fits: FitsSchema): JsonObject | undefined {
  const own = Object.keys(facts).some((name) => Object.hasOwn(cut, name));
  const told = { ...cut, ...facts };
  if (!own && fits(told)) return told;
  return fits(cut) ? cut : undefined;
}
