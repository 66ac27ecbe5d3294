import type { Json } from '../base/json/json.ts';

/**
 * A value within all limits except the byte limit, with its size known at every level. One pass from the top cuts parts
 * that are too large, and nothing is measured twice.
 */
export type Shape = LeafShape | TableShape | ListShape | FieldsShape;

interface Sized {
  /** Bytes by the measure. */
  readonly bytes: number;
}

export interface LeafShape extends Sized {
  readonly kind: 'leaf';
  readonly value: Json;
}

/** The columnar form, and what to show if that does not fit. */
export interface TableShape extends Sized {
  readonly kind: 'table';
  readonly value: Json;
  readonly otherwise: ListShape | FieldsShape;
}

export interface ListShape extends Sized {
  readonly kind: 'list';
  readonly items: readonly Shape[];
  /** Array index of each item. */
  readonly indices: readonly number[];
  /** Places in `items`, most important first. */
  readonly priority: readonly number[];
  /** Number of items in the array. */
  readonly total: number;
  /** JSON path of the array, under which omissions are noted; undefined if they are noted elsewhere. */
  readonly path: string | (() => string) | undefined;
  /** Columnar form, in case the list does not fit and that does. */
  readonly table?: (() => LeafShape | undefined) | undefined;
}

export interface FieldsShape extends Sized {
  readonly kind: 'fields';
  readonly keys: readonly string[];
  readonly values: readonly Shape[];
  /** Number of keys left out, and the names of the first of them. */
  readonly hidden: number;
  readonly hiddenNames: readonly string[];
}
