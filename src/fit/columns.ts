import { isContainer, type Json } from '../base/json/json.ts';

/** Objects that share the same keys, with each key written once. Lossless. */
export interface Columns {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
}

const MIN_ROWS = 3;

export interface ColumnLimits {
  readonly rows: number;
  readonly columns: number;
  /** Max UTF-16 units of a string. */
  readonly chars: number;
}

/** Converts an array to columnar form; undefined if it is not uniform, not flat, or too large. */
export function toColumns(items: readonly Json[], limits: ColumnLimits): Columns | undefined {
  if (items.length < MIN_ROWS || items.length > limits.rows) return undefined;
  const first = items[0];
  if (!isContainer(first) || Array.isArray(first)) return undefined;
  const columns = Object.keys(first);
  if (!areColumns(columns, limits)) return undefined;
  const rows: Json[][] = [];
  for (const item of items) {
    if (!isContainer(item) || Array.isArray(item)) return undefined;
    const keys = Object.keys(item);
    if (keys.length !== columns.length || keys.some((key, i) => key !== columns[i])) return undefined;
    const row = keys.map((key) => (item as Record<string, Json>)[key] as Json);
    if (!row.every((cell) => isCell(cell, limits))) return undefined;
    rows.push(row);
  }
  return { columns, rows };
}

/** True if the value is already in columnar form, i.e. it was shaped before. */
export function isColumns(value: object, limits: ColumnLimits): value is Columns {
  if (Object.keys(value).join() !== 'columns,rows') return false;
  const { columns, rows } = value as { readonly columns: Json; readonly rows: Json };
  if (!Array.isArray(columns) || !columns.every((name) => typeof name === 'string') || !areColumns(columns, limits))
    return false;
  if (!Array.isArray(rows) || rows.length < MIN_ROWS || rows.length > limits.rows) return false;
  return rows.every(
    (row) => Array.isArray(row) && row.length === columns.length && row.every((cell) => isCell(cell as Json, limits)),
  );
}

function areColumns(names: readonly string[], { columns, chars }: ColumnLimits): boolean {
  return names.length > 0 && names.length <= columns && names.every((name) => name.length <= chars);
}

function isCell(cell: Json, { chars }: ColumnLimits): boolean {
  if (typeof cell === 'string') return cell.length <= chars && !cell.includes('\n');
  return !isContainer(cell);
}
