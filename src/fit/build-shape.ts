import { isContainer, type Json } from '../base/json/json.ts';
import { writeJson } from '../base/json/json-number.ts';
import { type JsonPath, writeJsonPath } from '../base/json/json-path.ts';
import type { Measure } from '../base/json/measure.ts';
import { cutMiddle, cutToChars } from '../text/cut-text.ts';
import { cutBytes, hiddenBytes } from '../text/json-cut-mark.ts';
import { buildText } from './build-text.ts';
import type { Building } from './building.ts';
import { pickItems } from './pick-items.ts';
import type { FieldsShape, LeafShape, ListShape, Shape, TableShape } from './shape.ts';

/** Objects that share the same keys, with each key written once. Lossless. */
interface Columns {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Json[])[];
}

const MIN_ROWS = 3;

interface ColumnLimits {
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

/** Returns the first characters of a value's JSON, at least `max` if it has as many. Does not serialize the rest. */
function jsonBeginning(value: Json, max: number): string {
  let json = '';
  const write = (one: Json): void => {
    if (typeof one === 'string') json += JSON.stringify(one.slice(0, max));
    else if (!isContainer(one)) json += String(one);
    else writeAll(one as { readonly [key: string]: Json }, Array.isArray(one));
  };
  const writeAll = (all: { readonly [key: string]: Json }, isArray: boolean): void => {
    json += isArray ? '[' : '{';
    let rest = false;
    for (const key in all) {
      if (json.length > max) return;
      if (rest) json += ',';
      rest = true;
      if (!isArray) json += `${JSON.stringify(key.slice(0, max))}:`;
      write(all[key] as Json);
    }
    json += isArray ? ']' : '}';
  };
  write(value);
  return json;
}

/** Max UTF-16 units of a key; longer keys are left out with their values. */
const LONGEST_KEY = 100;
const NAMED = 5;
/** Share of a string's max length used for the beginning of a container that is not shown. */
const BEGINNING = 0.4;

/**
 * Builds the shape of a value. `level` is the container level it would have: 1 for the outermost. `path` is its JSON
 * path.
 */
export function buildShape(value: Json, level: number, path: JsonPath | undefined, building: Building): Shape {
  building.left--;
  if (typeof value === 'string') return buildText(value, level, building);
  if (!isContainer(value)) return scalar(value, building);
  if (level > building.limits.maxJsonDepth || building.left < 0) return flat(value, building);
  return Array.isArray(value)
    ? buildArray(value, level, path, building)
    : buildObject(value as { readonly [key: string]: Json }, level, path, building);
}

function scalar(value: Json, { measure }: Building): LeafShape {
  return { kind: 'leaf', value, bytes: String(value).length * measure.mark };
}

/** Shows a container below the deepest level as JSON in a string; if that is too long, as its size and beginning. */
function flat(value: object, building: Building): LeafShape {
  const { limits, measure } = building;
  const json = shortJson(value as Json, Math.min(limits.maxStringLength, 1000));
  if (json === undefined) building.cut = true;
  const text = json ?? beginningOf(value as Json, limits.maxStringLength);
  return { kind: 'leaf', value: text, bytes: measure.string(text) };
}

function shortJson(value: Json, max: number): string | undefined {
  let left = max;
  const count = (one: Json, depth: number): void => {
    left -= typeof one === 'string' ? one.length + 2 : 1;
    if (left < 0 || depth > 20 || !isContainer(one)) {
      if (depth > 20) left = -1;
      return;
    }
    for (const key in one) {
      left -= key.length;
      count((one as Record<string, Json>)[key] as Json, depth + 1);
      if (left < 0) return;
    }
  };
  count(value, 0);
  if (left < 0) return undefined;
  const json = writeJson(value);
  return json.length <= max ? json : undefined;
}

/** `[object: 3 keys] {"sql":"SELECT * FROM orders","rows":[{"id":1,…` */
function beginningOf(value: Json, max: number): string {
  const name = nameOf(value);
  const chars = Math.floor(max * BEGINNING) - name.length - 1;
  if (chars < 1) return name;
  return `${name} ${cutToChars(jsonBeginning(value, chars), chars)}`;
}

/** `[array: 30 items]`, `[object: 12 keys]`. */
function nameOf(value: Json): string {
  if (Array.isArray(value)) return `[array: ${value.length} items]`;
  return `[object: ${Object.keys(value as object).length} keys]`;
}

function buildArray(
  items: readonly Json[],
  level: number,
  path: JsonPath | undefined,
  building: Building,
): ListShape | TableShape {
  const { limits, measure, question, picks } = building;
  const cutBefore = building.cut;
  building.cut = false;
  const total = items.length;
  const { indices, priority } = pickItems(items, limits.maxArrayItems, question, picks);
  let bytes = measure.mark * (2 + indices.length);
  const shapes = indices.map((place) => {
    const shape = buildShape(items[place] as Json, level + 1, { above: path, step: place }, building);
    bytes += shape.bytes;
    return shape;
  });
  const left = total > indices.length;
  const told = left ? writeJsonPath(path) : '';
  if (left) bytes += cutBytes(told, indices, total, measure);
  // Built lazily: only if the list is not whole, or turns out too large.
  const table = (): LeafShape | undefined => buildTable(items, level, building);
  const list: ListShape = {
    kind: 'list',
    items: shapes,
    indices,
    priority,
    total,
    path: left ? told : () => writeJsonPath(path),
    table,
    bytes,
  };
  const whole = left || building.cut ? table() : undefined;
  building.cut = cutBefore || (whole === undefined && (left || building.cut));
  return whole === undefined ? list : { kind: 'table', value: whole.value, bytes: whole.bytes, otherwise: list };
}

function buildTable(items: readonly Json[], level: number, building: Building): LeafShape | undefined {
  if (level + 2 > building.limits.maxJsonDepth) return undefined;
  const found = toColumns(items, columnLimits(building));
  return found === undefined ? undefined : tableLeaf(found, building);
}

function columnLimits({ limits, measure, bytes }: Building): ColumnLimits {
  const rows = Math.min(limits.maxArrayItems, Math.floor(bytes / (measure.mark * 4)));
  return { rows, columns: limits.maxArrayItems, chars: limits.maxStringLength };
}

/** Returns the table as a leaf; undefined if it exceeds the max bytes of a value. */
function tableLeaf(found: Columns, { measure, bytes }: Building): LeafShape | undefined {
  const value = found as unknown as Json;
  let size = measure.string('columns') + measure.string('rows') + measure.mark * 10;
  for (const name of found.columns) size += measure.string(name) + measure.mark;
  for (const row of found.rows) {
    size += measure.mark * 3;
    for (const cell of row) {
      size += measure.mark + (typeof cell === 'string' ? measure.string(cell) : String(cell).length * measure.mark);
    }
    if (size > bytes) return undefined;
  }
  return { kind: 'leaf', value, bytes: size };
}

function buildObject(
  value: { readonly [key: string]: Json },
  level: number,
  path: JsonPath | undefined,
  building: Building,
): FieldsShape | TableShape {
  const cutBefore = building.cut;
  const fields = buildFields(value, level, path, building);
  if (level + 2 > building.limits.maxJsonDepth || !isColumns(value, columnLimits(building))) return fields;
  const table = tableLeaf(value, building);
  if (table === undefined) return fields;
  building.cut = cutBefore;
  return { ...table, kind: 'table', otherwise: fields };
}

function buildFields(
  value: { readonly [key: string]: Json },
  level: number,
  path: JsonPath | undefined,
  building: Building,
): FieldsShape {
  const { limits, measure } = building;
  const all = Object.keys(value);
  const whole = all.length <= limits.maxKeys && all.every((key) => key.length <= LONGEST_KEY);
  // The last place is for the key that says how many keys are left out.
  const keys = whole ? all : all.filter((key) => key.length <= LONGEST_KEY).slice(0, limits.maxKeys - 1);
  const hidden = all.length - keys.length;
  const hiddenNames = hidden === 0 ? [] : namesOf(all, new Set(keys), measure);
  if (hidden > 0) building.cut = true;
  let bytes = measure.mark * 2 + (hidden > 0 ? hiddenBytes(hidden, hiddenNames, measure) : 0);
  const values = keys.map((key) => {
    const shape = buildShape(value[key] as Json, level + 1, { above: path, step: key }, building);
    bytes += shape.bytes + measure.string(key) + measure.mark * 2;
    return shape;
  });
  return { kind: 'fields', keys, values, hidden, hiddenNames, bytes };
}

function namesOf(all: readonly string[], shown: ReadonlySet<string>, measure: Measure): string[] {
  const names: string[] = [];
  for (const key of all) {
    if (names.length === NAMED) break;
    if (!shown.has(key)) names.push(cutMiddle(key, { chars: 30, bytes: 1000 }, measure) ?? '…');
  }
  return names;
}
