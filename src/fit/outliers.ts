import { isContainer, type Json, numberOf } from '../base/json/json.ts';

/** Standard deviations from the mean beyond which a number is an outlier. */
const FAR = 4;
const MIN_ITEMS = 12;
const MAX_FIELDS = 8;

/** Finds the farthest outlier of each number field, at most `max`, farthest first. */
export function outliers(items: readonly Json[], max: number): number[] {
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
