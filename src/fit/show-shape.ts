import type { Json } from '../base/json/json.ts';
import { arrayCutMark, HIDDEN, hiddenMark } from '../text/json-cut-mark.ts';
import type { FieldsShape, Shape } from './shape.ts';

/** Notes on arrays that are not shown in full: JSON path to mark. */
export type Cuts = Map<string, string>;

/** Converts a shape to its value; array omissions are added to `cuts`. */
export function showShape(shape: Shape, cuts: Cuts): Json {
  switch (shape.kind) {
    case 'leaf':
    case 'table':
      return shape.value;
    case 'list': {
      const { items, indices, total, path } = shape;
      if (typeof path === 'string' && items.length < total) cuts.set(path, arrayCutMark(indices, total));
      return items.map((item) => showShape(item, cuts));
    }
    case 'fields':
      return Object.fromEntries(showFields(shape, cuts));
  }
}

/** Converts the fields of an object, for callers that mix them with their own. */
export function showFields({ keys, values, hidden, hiddenNames }: FieldsShape, cuts: Cuts): [string, Json][] {
  const entries = keys.map((key, i): [string, Json] => [key, showShape(values[i] as Shape, cuts)]);
  if (hidden > 0) entries.push([keys.includes(HIDDEN) ? HIDDEN + HIDDEN : HIDDEN, hiddenMark(hidden, hiddenNames)]);
  return entries;
}
