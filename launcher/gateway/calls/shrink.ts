import { isContainer, type Json } from '../../../src/json/json.ts';
import { cutMiddle } from '../../../src/shaping/cut-text.ts';
import { createMeasure } from '../../../src/shaping/measure.ts';
import { type Picks, pickItems } from '../../../src/shaping/pick-items.ts';
import type { Question } from '../../../src/shaping/question-matches.ts';

export interface ShrinkLimits {
  /** Items of an array. */
  readonly items: number;
  /** UTF-16 units of a text. */
  readonly chars: number;
  /** Keys of an object. */
  readonly keys: number;
  /** Items that match it are kept before others. */
  readonly question: Question | undefined;
  /** What is known of arrays that were shrunk before. */
  readonly picks?: Picks | undefined;
}

const measure = createMeasure('plain');
/** Containers inside one another; what is deeper is left as it is. */
const DEEPEST = 100;

/** A value of the same types with fewer items, keys and shorter texts: nothing is put into words. */
export function shrink(value: Json, limits: ShrinkLimits, depth = 0): Json {
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
