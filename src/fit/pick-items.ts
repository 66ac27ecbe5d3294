import { isContainer, type Json, numberOf } from '../base/json/json.ts';
import { isErrorItem } from './error-item.ts';
import { type Question, questionMatches } from './question-matches.ts';

/** Standard deviations from the mean beyond which a number is an outlier. */
const FAR = 4;
const MIN_ITEMS = 12;
const MAX_FIELDS = 8;

/** Finds the farthest outlier of each number field, at most `max`, farthest first. */
function outliers(items: readonly Json[], max: number): number[] {
  if (items.length < MIN_ITEMS) return [];
  const found: { readonly at: number; readonly far: number }[] = [];
  const first = items[0];
  if (numberOf(first) !== undefined) add(found, farthest(items, undefined));
  if (isContainer(first) && !Array.isArray(first)) {
    const names = Object.keys(first).filter((name) => numberOf((first as Record<string, Json>)[name]) !== undefined);
    for (const name of names.slice(0, MAX_FIELDS)) add(found, farthest(items, name));
  }
  return found
    .sort((a, b) => b.far - a.far || a.at - b.at)
    .slice(0, max)
    .map(({ at }) => at);
}

interface Far {
  readonly at: number;
  readonly far: number;
}

function add(found: Far[], one: Far | undefined): void {
  if (one !== undefined) found.push(one);
}

function farthest(items: readonly Json[], name: string | undefined): Far | undefined {
  let n = 0;
  let origin = 0;
  let sum = 0;
  let squares = 0;
  let min = -1;
  let greatest = -1;
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < items.length; i++) {
    const x = fieldOf(items[i] as Json, name);
    if (x === undefined) continue;
    // Relative to the first value, so that sums of large numbers that lie close together stay precise.
    if (n++ === 0) origin = x;
    const d = x - origin;
    sum += d;
    squares += d * d;
    if (x < low) {
      low = x;
      min = i;
    }
    if (x > high) {
      high = x;
      greatest = i;
    }
  }
  const mean = origin + sum / n;
  const deviation = Math.sqrt(squares / n - (sum / n) ** 2);
  if (n < MIN_ITEMS || !(deviation > 0)) return undefined;
  const up = (high - mean) / deviation;
  const down = (mean - low) / deviation;
  const far = Math.max(up, down);
  return far > FAR ? { at: up >= down ? greatest : min, far } : undefined;
}

function fieldOf(item: Json, name: string | undefined): number | undefined {
  if (name === undefined) return numberOf(item);
  if (!isContainer(item)) return undefined;
  return numberOf((item as Record<string, Json>)[name]);
}

/** Items of an array that are shown. */
export interface Picked {
  /** Their array indices, ascending. */
  readonly indices: readonly number[];
  /** Places in `indices`, most important first. */
  readonly priority: readonly number[];
}

/** Cached facts about arrays whose items were picked before. */
export type Picks = Map<readonly Json[], Telling>;

/** Items that stand out, each kind with its best first. */
interface Telling {
  readonly matches: readonly number[];
  readonly errors: readonly number[];
  readonly outliers: readonly number[];
}

/**
 * Max share of the shown items that are there because they match the question; the min number of such items, and how
 * many are searched for.
 */
const MATCH_SHARE = 0.4;
const MAX_MATCHES = { min: 4, sought: 200 };
const MAX_ERRORS = 3;
const MAX_OUTLIERS = 2;

/**
 * Picks at most `max` items: the first, the last, matches of the question, errors (including the last one), outliers,
 * and then from the start.
 */
export function pickItems(items: readonly Json[], max: number, question?: Question, picks: Picks = new Map()): Picked {
  const count = items.length;
  if (count <= max) return everyItem(count);
  const picked = new Set<number>();
  const add = (places: Iterable<number>): void => {
    for (const place of places) if (picked.size < max) picked.add(place);
  };
  add([0]);
  add([count - 1]);
  const telling = picks.get(items) ?? tellingItems(items, question);
  picks.set(items, telling);
  add(telling.matches.slice(0, Math.max(MAX_MATCHES.min, Math.floor(max * MATCH_SHARE))));
  add(telling.errors);
  add(telling.outliers);
  for (let i = 1; picked.size < max; i++) picked.add(i);
  const indices = [...picked].sort((a, b) => a - b);
  const places = new Map(indices.map((place, i) => [place, i]));
  return { indices, priority: [...picked].map((place) => places.get(place) as number) };
}

function tellingItems(items: readonly Json[], question: Question | undefined): Telling {
  const matches = question === undefined ? [] : questionMatches(items, question, MAX_MATCHES.sought);
  return { matches, errors: errorItems(items), outliers: outliers(items, MAX_OUTLIERS) };
}

const EVERY: Picked[] = [];
const REMEMBERED = 64;

function everyItem(count: number): Picked {
  const known = EVERY[count];
  if (known !== undefined) return known;
  const indices = Array.from({ length: count }, (_, i) => i);
  const picked = { indices, priority: byEnds(indices) };
  if (count < REMEMBERED) EVERY[count] = picked;
  return picked;
}

/** Orders the first, the last, then the rest. */
function byEnds(indices: readonly number[]): number[] {
  if (indices.length < 3) return [...indices];
  return [0, indices.length - 1, ...indices.slice(1, -1)];
}

/** Max UTF-16 units of texts searched from either end, and the weight of an item that is not a text. */
const SEARCHED = 2_000_000;
const ITEM = 8;

function errorItems(items: readonly Json[]): number[] {
  const found: number[] = [];
  let left = SEARCHED;
  for (let i = 0; i < items.length && found.length < MAX_ERRORS - 1 && left > 0; i++) {
    const item = items[i] as Json;
    left -= typeof item === 'string' ? item.length : ITEM;
    if (isErrorItem(item)) found.push(i);
  }
  const min = found.at(-1) ?? -1;
  left = SEARCHED;
  for (let i = items.length - 1; i > min && left > 0; i--) {
    const item = items[i] as Json;
    left -= typeof item === 'string' ? item.length : ITEM;
    if (isErrorItem(item)) return [...found, i];
  }
  return found;
}
