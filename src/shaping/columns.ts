import type { Json } from './to-plain.ts';

/** Objects that all have the same keys, each key written once. Nothing is lost. */
export interface Columns {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
}

const LEAST_ROWS = 3;

export interface ColumnLimits {
  readonly rows: number;
  readonly columns: number;
  /** UTF-16 units of a string. */
  readonly chars: number;
}

/** The columns form of an array; undefined for one that is not uniform, not flat, or too large. */
export function toColumns(items: readonly Json[], limits: ColumnLimits): Columns | undefined {
  if (items.length < LEAST_ROWS || items.length > limits.rows) return undefined;
  const first = items[0];
  if (typeof first !== 'object' || first === null || Array.isArray(first)) return undefined;
  const columns = Object.keys(first);
  if (columns.length === 0 || columns.length > limits.columns) return undefined;
  const rows: Json[][] = [];
  for (const item of items) {
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return undefined;
    const keys = Object.keys(item);
    if (keys.length !== columns.length || keys.some((key, i) => key !== columns[i])) return undefined;
    const row = keys.map((key) => (item as Record<string, Json>)[key] as Json);
    if (
      row.some((value) =>
        typeof value === 'string'
          ? value.length > limits.chars || value.includes('\n')
          : typeof value === 'object' && value !== null,
      )
    )
      return undefined;
    rows.push(row);
  }
  return { columns, rows };
}
