import type { Json } from '../json/json.ts';

/**
 * A value within all limits but that of bytes, with its size in bytes known at every level: what is too large is cut
 * going down once, and nothing is measured twice.
 */
export type Shape = Leaf | Table | List | Fields;

interface Sized {
  /** Bytes, as the measure counts them. */
  readonly bytes: number;
}

export interface Leaf extends Sized {
  readonly kind: 'leaf';
  readonly value: Json;
}

/** The columns form, and what to show where that does not fit. */
export interface Table extends Sized {
  readonly kind: 'table';
  readonly value: Json;
  readonly otherwise: List | Fields;
}

export interface List extends Sized {
  readonly kind: 'list';
  readonly items: readonly Shape[];
  /** Each item's place in the array. */
  readonly indices: readonly number[];
  /** Places in `items`, what matters most first. */
  readonly priority: readonly number[];
  /** Items of the array. */
  readonly total: number;
  /** The array's JSON path, under which what is left out is told; undefined where that is told elsewhere. */
  readonly path: string | (() => string) | undefined;
  /** The columns form, should the list not fit and that do. */
  readonly table?: (() => Leaf | undefined) | undefined;
}

export interface Fields extends Sized {
  readonly kind: 'fields';
  readonly keys: readonly string[];
  readonly values: readonly Shape[];
  /** Keys left out, and the names of the first of them. */
  readonly hidden: number;
  readonly hiddenNames: readonly string[];
}
