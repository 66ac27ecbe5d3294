import { isContainer, type Json } from '../../base/json/json.ts';
import { jsonBytes } from '../../base/json/json-bytes.ts';
import type { JsonObject } from '../../base/json/json-object.ts';
import { createMeasure } from '../../base/json/measure.ts';
import { cutMiddle } from '../../text/cut-text.ts';
import { fillBudget } from '../fill-budget.ts';
import { type Picks, pickItems } from '../pick-items.ts';
import { type Question, readQuestion } from '../question-matches.ts';

interface ShrinkLimits {
  /** Max items of an array. */
  readonly items: number;
  /** Max UTF-16 units of a text. */
  readonly chars: number;
  /** Max keys of an object. */
  readonly keys: number;
  /** Items that match it are preferred. */
  readonly question: Question | undefined;
  /** Cached facts about arrays that were shrunk before. */
  readonly picks?: Picks | undefined;
}

const measure = createMeasure('plain');
/** Max nesting depth to shrink. Deeper values stay unchanged. */
const DEEPEST = 100;

/** Reduces a value to fewer items and keys and shorter texts, without changing its types or adding descriptions. */
function shrink(value: Json, limits: ShrinkLimits, depth = 0): Json {
  if (typeof value === 'string') {
    if (value.length <= limits.chars) return value;
    return cutMiddle(value, { chars: limits.chars, bytes: Infinity }, measure) ?? '…';
  }
  if (!isContainer(value) || depth > DEEPEST) return value;
  if (Array.isArray(value)) {
    const { indices } = pickItems(value, limits.items, limits.question, limits.picks);
    return indices.map((i) => shrink(value[i] as Json, limits, depth + 1));
  }
  const entries = Object.entries(value);
  const { indices } = pickItems(entries.length > limits.keys ? Object.values(value) : [], limits.keys, limits.question);
  const shown = entries.length > limits.keys ? indices.map((i) => entries[i] as [string, Json]) : entries;
  return Object.fromEntries(shown.map(([key, one]) => [key, shrink(one, limits, depth + 1)]));
}

/** True if a value is valid by a schema. */
export type FitsSchema = (value: unknown) => boolean;

export interface FitStructuredOptions {
  /** Max UTF-8 bytes of the JSON. */
  readonly bytes: number;
  readonly question: string | undefined;
  /** Validates against the tool's `outputSchema`; undefined if it has none. */
  readonly fits: FitsSchema | undefined;
  /** Facts about the response, such as `artifactRef`, to add to its fields. */
  readonly facts: JsonObject;
}

/** First limits to try, and ever narrower ones if the result is still too large. */
const FIRST = { items: 10, chars: 500, keys: 50 };
const LAST = { items: 1, chars: 40, keys: 3 };
const NARROWER = [
  { items: 10, chars: 160, keys: 20 },
  { items: 5, chars: 160, keys: 10 },
  { items: 3, chars: 80, keys: 5 },
  LAST,
];
const ALL = Number.MAX_SAFE_INTEGER;
/** Min bytes of a key with its value and punctuation. */
const MIN_MEMBER = 5;
/**
 * Limits to relax, in order of preference, so that keys are removed last. Fewer items may violate the schema where
 * shorter texts alone do not.
 */
const SPARED: readonly { readonly keys?: number; readonly items?: number; readonly chars?: number }[] = [
  { keys: ALL },
  { keys: ALL, items: ALL },
  { keys: ALL, chars: ALL },
  {},
  { items: ALL },
];

/**
 * Fits structured content into a budget so that it still matches its `outputSchema`: with fewer array items, shorter
 * texts, and finally fewer keys. Facts about the response are added to its fields if the schema allows it. Content that
 * cannot be cut without violating the schema is passed on whole, because a program may rely on it.
 */
export function fitStructured(value: Json, { bytes, fits, facts, ...rest }: FitStructuredOptions): Json {
  const question = rest.question === undefined ? undefined : readQuestion(rest.question);
  const picks: Picks = new Map();
  const wide = isContainer(value) && Object.keys(value).length * MIN_MEMBER > bytes;
  for (const spared of SPARED) {
    if (wide && spared.keys === ALL) continue;
    const cutTo = (limits: Omit<ShrinkLimits, 'question'>): Json =>
      shrink(value, { ...limits, ...spared, question, picks });
    // If even the narrowest limits exceed the budget, the wider ones need not be tried.
    if (jsonBytes(cutTo(LAST), bytes) > bytes) continue;
    for (const limits of [...widest(cutTo, bytes - jsonBytes(facts, bytes)), ...NARROWER]) {
      const good = withFacts(cutTo(limits), facts, fits ?? (() => true));
      if (good !== undefined && jsonBytes(good, bytes) <= bytes) return good;
    }
  }
  return fits === undefined && isContainer(value) && !Array.isArray(value) ? (facts as Json) : value;
}

type Limits = typeof FIRST;

/** Returns the widest limits that fit, then the first ones in case those violate the schema. */
function widest(cutTo: (limits: Limits) => Json, bytes: number): readonly Limits[] {
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

/** Adds facts to an object if its schema allows it. Undefined if what was cut violates the schema. */
function withFacts(cut: Json, facts: JsonObject, fits: FitsSchema): Json | undefined {
  if (!isContainer(cut) || Array.isArray(cut)) return fits(cut) ? cut : undefined;
  const own = Object.keys(facts).some((name) => Object.hasOwn(cut, name));
  const told = { ...cut, ...facts };
  if (!own && fits(told)) return told as Json;
  return fits(cut) ? (cut as Json) : undefined;
}
