import type { Measure } from '../base/json/measure.ts';
import { cutMiddle } from '../text/cut-text.ts';
import { cutBytes, hiddenBytes } from '../text/json-cut-mark.ts';
import { shareBytes } from '../text/share-bytes.ts';
import type { FieldsShape, LeafShape, ListShape, Shape } from './shape.ts';

/** Min size of a part, in units of `measure.mark`, unless it needs less. A smaller part says nothing. */
const MIN = 48;

/**
 * Cuts a shape to a number of bytes, in one pass from the top, since each part's size is known. If not even `…` fits,
 * returns it anyway; `smallest` returns its size.
 */
export function fitShape(shape: Shape, bytes: number, measure: Measure): Shape {
  if (shape.bytes <= bytes) return shape;
  switch (shape.kind) {
    case 'leaf':
      return fitLeaf(shape, bytes, measure);
    case 'table':
      return fitShape(
        shape.otherwise.kind === 'list' ? { ...shape.otherwise, table: undefined } : shape.otherwise,
        bytes,
        measure,
      );
    case 'list': {
      const table = shape.table?.();
      return table !== undefined && table.bytes <= bytes ? table : fitList(shape, bytes, measure);
    }
    case 'fields':
      return (
        fitFields(shape, bytes, measure) ?? named(`[object: ${shape.keys.length + shape.hidden} keys]`, bytes, measure)
      );
  }
}

/** Returns the size in bytes of `…`, to which any shape can be cut. */
export const smallest = (measure: Measure): number => measure.string('…');

function fitLeaf({ value }: LeafShape, bytes: number, measure: Measure): LeafShape {
  if (typeof value !== 'string') return named('…', bytes, measure);
  return named(cutMiddle(value, { chars: value.length, bytes }, measure) ?? '…', bytes, measure);
}

function named(name: string, bytes: number, measure: Measure): LeafShape {
  const size = measure.string(name);
  return size <= bytes
    ? { kind: 'leaf', value: name, bytes: size }
    : { kind: 'leaf', value: '…', bytes: smallest(measure) };
}

function fitList(list: ListShape, bytes: number, measure: Measure): Shape {
  const { items, indices, priority, total } = list;
  const path = typeof list.path === 'function' ? list.path() : list.path;
  const fixed = measure.mark * 2 + (path === undefined ? 0 : cutBytes(path, indices, total, measure));
  const needs = items.map((item) => item.bytes + measure.mark);
  const grants = shareBytes(needs, priority, bytes - fixed, (MIN + 1) * measure.mark);
  const kept = grants.flatMap((grant, i) => (grant < 0 ? [] : [i]));
  if (kept.length === 0) return named(`[array: ${total} items]`, bytes, measure);
  const fitted = kept.map((i) => fitShape(items[i] as Shape, (grants[i] as number) - measure.mark, measure));
  const size = fitted.reduce((sum, item) => sum + item.bytes + measure.mark, fixed);
  return {
    ...list,
    path,
    table: undefined,
    items: fitted,
    indices: kept.map((i) => indices[i] as number),
    priority: [],
    bytes: size,
  };
}

/** Undefined if no field fits. */
export function fitFields(fields: FieldsShape, bytes: number, measure: Measure): FieldsShape | undefined {
  const { keys, values, hidden, hiddenNames } = fields;
  const total = keys.length + hidden;
  const fixed = measure.mark * 2 + hiddenBytes(total, hiddenNames, measure);
  const around = keys.map((key) => measure.string(key) + measure.mark * 2);
  const needs = values.map((value, i) => value.bytes + (around[i] as number));
  // Each field gets room for more than the longest key, so that a value always follows.
  const order = keys.map((_, i) => i);
  const widest = Math.max(0, ...around);
  const grants = shareBytes(needs, order, bytes - fixed, MIN * measure.mark + widest);
  const kept = order.filter((i) => (grants[i] as number) >= 0);
  if (kept.length === 0) return undefined;
  const fitted = kept.map((i) => fitShape(values[i] as Shape, (grants[i] as number) - (around[i] as number), measure));
  const size = fitted.reduce((sum, value, i) => sum + value.bytes + (around[kept[i] as number] as number), fixed);
  return {
    ...fields,
    keys: kept.map((i) => keys[i] as string),
    values: fitted,
    hidden: total - kept.length,
    bytes: size,
  };
}
