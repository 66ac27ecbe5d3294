import type { Json } from '../json/json.ts';
import { cutMark, HIDDEN, hiddenMark } from './cut-marks.ts';
import type { Fields, Shape } from './shape.ts';

/** What is told of arrays that are not shown as a whole: JSON path to mark. */
export type Cuts = Map<string, string>;

/** The value that a shape stands for; what it leaves out of arrays is added to `cuts`. */
export function showShape(shape: Shape, cuts: Cuts): Json {
  switch (shape.kind) {
    case 'leaf':
    case 'table':
      return shape.value;
    case 'list': {
      const { items, indices, total, path } = shape;
      if (typeof path === 'string' && items.length < total) cuts.set(path, cutMark(indices, total));
      return items.map((item) => showShape(item, cuts));
    }
    case 'fields':
      return Object.fromEntries(showFields(shape, cuts));
  }
}

/** An object's fields, for those who write them among others of their own. */
export function showFields({ keys, values, hidden, hiddenNames }: Fields, cuts: Cuts): [string, Json][] {
  const entries = keys.map((key, i): [string, Json] => [key, showShape(values[i] as Shape, cuts)]);
  if (hidden > 0) entries.push([keys.includes(HIDDEN) ? HIDDEN + HIDDEN : HIDDEN, hiddenMark(hidden, hiddenNames)]);
  return entries;
}
