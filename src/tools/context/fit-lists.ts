import { createMeasure } from '../../base/json/measure.ts';
import { utf8Bytes } from '../../base/json/utf8-bytes.ts';
import { cutToChars } from '../../text/cut-text.ts';
import { shareBytes } from '../../text/share-bytes.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A result whose lists fit into the byte limit. */
export interface FittedLists {
  readonly data: Fields;
  /** True if something was left out. */
  readonly cut: boolean;
}

/** UTF-8 bytes reserved for everything around the data. */
const AROUND = 1500;
/** Fields dropped first from items if a list does not fit whole; a field that is `true` stays. */
const LESSER: ReadonlySet<string> = new Set(
  'text_hash last_touched_at created_at gc_survival_count generation pinned task_id topic_id tags'.split(' '),
);
const BRIEF_PREVIEW = 100;

const plain = createMeasure('plain');

/** Row layouts for segments with previews, most informative first, shortest last. */
const ROWS: readonly { readonly columns: readonly string[]; readonly preview: number }[] = [
  { columns: ['segment_id', 'type', 'tokens', 'file_path', 'preview'], preview: 60 },
  { columns: ['segment_id', 'file_path', 'preview'], preview: 60 },
  { columns: ['segment_id', 'file_path', 'preview'], preview: 24 },
  { columns: ['segment_id', 'file_path', 'preview'], preview: 12 },
];
/** Lists that answer the request itself: texts, which come whole or not at all, and plans. */
const FIRST: ReadonlySet<string> = new Set(['retrieved_segments', 'excerpts', 'pruning_plan.segment_ids']);
const FIRST_SHARE = 0.87;
/** Min rows of a table. */
const MIN_ROWS = 3;

/**
 * Fits the lists of a result into the byte limit. A list that fits stays whole. Otherwise its items lose lesser fields,
 * and segments become rows if that shows more of them. The list is then cut at its end, so that paging can continue
 * after it. `shown` says how many items are there. An item is never replaced by a marker, because clients validate
 * results against their schemas.
 */
export function fitLists(data: Fields, maxBytes: number, structured: boolean): FittedLists {
  const bytesOf: BytesOf = (value) => {
    const json = JSON.stringify(value);
    const inText = plain.string(json) - 2;
    return structured ? inText + utf8Bytes(json) : inText;
  };
  const room = maxBytes - AROUND;
  const all = bytesOf(data);
  if (all <= room) return { data, cut: false };
  const lists = listsOf(data);
  const needs = lists.map(({ items }) => bytesOf(items));
  const others = all - needs.reduce((sum, need) => sum + need, 0);
  // Other fields that take much room are cut later. The lists are the answer, so they keep at least half.
  const grants = grantsOf(lists, needs, Math.max(room - others, Math.floor(room / 2)));
  const shown: Record<string, string> = {};
  let fitted = data;
  for (const [at, { path, items }] of lists.entries()) {
    const grant = grants[at] as number;
    if ((needs[at] as number) <= grant) continue;
    const { list, count } = fitItems(items, grant, bytesOf);
    if (count < items.length) shown[path.join('.')] = `${count} of ${items.length}`;
    fitted = replaced(fitted, path, list);
  }
  return { data: Object.keys(shown).length === 0 ? fitted : { ...fitted, shown }, cut: true };
}

/** Divides the bytes among lists: those in `FIRST` get what they need, as long as the others keep a share. */
function grantsOf(lists: readonly ListAt[], needs: readonly number[], bytes: number): readonly number[] {
  const isFirst = lists.map(({ path }) => FIRST.has(path.join('.')));
  let left = bytes;
  const first = needs.map((need, at) => {
    const grant = isFirst[at] === true ? Math.min(need, Math.floor(left * FIRST_SHARE)) : 0;
    left -= grant;
    return grant;
  });
  const others = shareBytes(
    needs.map((need, at) => (isFirst[at] === true ? 0 : need)),
    needs.map((_, at) => at),
    left,
    0,
  );
  return first.map((grant, at) => (isFirst[at] === true ? grant : (others[at] as number)));
}

interface ListAt {
  readonly path: readonly string[];
  readonly items: readonly unknown[];
}

/** Returns the lists of a result, and of the objects in it. */
function listsOf(data: Fields): readonly ListAt[] {
  return Object.entries(data).flatMap(([name, value]): ListAt[] => {
    if (Array.isArray(value)) return [{ path: [name], items: value }];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([inner, items]) =>
      Array.isArray(items) ? [{ path: [name, inner], items }] : [],
    );
  });
}

type BytesOf = (value: unknown) => number;

interface FittedItems {
  readonly list: unknown;
  readonly count: number;
}

function fitItems(items: readonly unknown[], bytes: number, bytesOf: BytesOf): FittedItems {
  const brief = items.map(toBrief);
  const count = Math.max(1, countWithin(brief, bytes, bytesOf));
  const some: FittedItems = { list: brief.slice(0, count), count };
  if (count === items.length || items.length < MIN_ROWS || !items.every(isPreviewed)) return some;
  let rows: FittedItems = some;
  for (const { columns, preview } of ROWS) {
    const cells = items.map((item) => columns.map((name) => toCell(item, name, preview)));
    const left = bytes - bytesOf({ columns, rows: [] });
    const fits = countWithin(cells, left, bytesOf);
    if (fits > rows.count) rows = { list: { columns, rows: cells.slice(0, fits) }, count: fits };
    if (fits === items.length) break;
  }
  return rows.count < MIN_ROWS ? some : rows;
}

function isPreviewed(item: unknown): item is Fields {
  const { segment_id, preview } = (item ?? {}) as Fields;
  return typeof segment_id === 'string' && typeof preview === 'string';
}

function toCell(item: Fields, name: string, preview: number): unknown {
  const value = item[name] ?? null;
  return name === 'preview' ? cutToChars(String(value), preview) : value;
}

function toBrief(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const fields = Object.entries(item).filter(([name, value]) => value === true || !LESSER.has(name));
  return Object.fromEntries(
    fields.map(([name, value]) => [name, name === 'preview' ? cutToChars(String(value), BRIEF_PREVIEW) : value]),
  );
}

function countWithin(items: readonly unknown[], bytes: number, bytesOf: BytesOf): number {
  let left = bytes;
  for (const [at, item] of items.entries()) {
    // Includes the commas between items, twice.
    left -= bytesOf(item) + 2;
    if (left < 0) return at;
  }
  return items.length;
}

function replaced(data: Fields, [name = '', inner]: readonly string[], items: unknown): Fields {
  if (inner === undefined) return { ...data, [name]: items };
  return { ...data, [name]: { ...(data[name] as Fields), [inner]: items } };
}
