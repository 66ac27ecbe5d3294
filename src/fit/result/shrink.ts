import { isContainer, type Json } from '../../base/json/json.ts';
import { createMeasure } from '../../base/json/measure.ts';
import { cutMiddle } from '../../text/cut-text.ts';
import { type Picks, pickItems } from '../pick-items.ts';
import type { Question } from '../question-matches.ts';

export interface ShrinkLimits {
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
