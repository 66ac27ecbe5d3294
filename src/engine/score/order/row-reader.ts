import type { Lines } from '../../../text/lines.ts';
import type { TextKind } from '../../pruner.ts';
import type { Runs } from '../../structure/blocks.ts';
import { columnTitles } from '../../structure/headers.ts';
import { lineHead } from '../../structure/line-head.ts';
import type { Structure } from '../../structure/structure.ts';
import type { AskedOrder } from './asked-order.ts';
import { decidingColumns, TIMED } from './deciding-columns.ts';
import { keysOf, readAttributes, readFields } from './read-fields.ts';
import { keysOfRecord, readKeyed } from './read-keyed.ts';
import { cellsOf, delimiterOf, type RowValue, readValues, WIDE } from './read-values.ts';

/** Characters at the beginning of a record that numbers are read from. Items of JSON have long texts. */
const VALUE_UNITS = { json: 2000, other: 400 } as const;
/** Rows looked at for what separates their cells, and the min share of them with as many cells as there are titles. */
const SAMPLE = 40;
const MIN_FITTING = 0.7;
/** Lines looked at for the names of attributes. */
const ATTRIBUTED = 200;
const MEASURED: ReadonlySet<string> = new Set(['measure']);
const DATES: ReadonlySet<string> = new Set(['date']);
/** Columns that hold an age or a year. */
const AGED = /^(?:age|born|birth_?year|year|founded|built)$/i;
/** Columns that are compared in events. The position of a number on their line says nothing. */
const MEASURES: ReadonlySet<string> = new Set(['time', 'size']);

interface Reader {
  readonly read: (row: string) => readonly RowValue[];
  /** Columns that the question is about. Default: all. */
  readonly columns: ReadonlySet<string> | undefined;
}

/** Returns a reader of the numbers that count in a row. */
export function readerOf(
  lines: Lines,
  { policy }: Structure,
  records: Runs,
  {
    asked,
    question,
    isTitle,
    rows,
  }: { asked: AskedOrder; question: string; isTitle: Uint8Array; rows: readonly number[] },
): Reader {
  const { measure } = policy;
  if (measure !== undefined && asked.kind !== 'ends') {
    const read = (row: string): readonly RowValue[] => {
      const value = measure(row, question);
      return value === undefined ? [] : [{ column: 'measure', value }];
    };
    return { read, columns: MEASURED };
  }
  const isJson = policy.kind === 'json';
  const isKeyed = isJson || policy.keyed === true;
  const delimiter = rowDelimiter(lines, records, rows, isTitle);
  const titles = isKeyed
    ? keysIn(
        rows
          .slice(0, SAMPLE)
          .map((row) => (isJson ? keysOf : keysOfRecord)(beginning(lines, records, row, policy.kind))),
      )
    : (policy.titles?.split(' ') ?? (policy.headers === columnTitles ? titleCells(lines, isTitle, delimiter) : []));
  const decided = decidingColumns(question, titles);
  const aged = asked.kind === 'ends' ? titles.flatMap((title, i) => (AGED.test(title) ? [String(i)] : [])) : [];
  const columns =
    asked.kind === 'ends'
      ? aged.length > 0 && !isKeyed
        ? new Set(aged)
        : DATES
      : policy.rows === 'events'
        ? MEASURES
        : isKeyed
          ? decided && new Set([...decided].map((at) => titles[Number(at)] as string))
          : decided;
  if (policy.rows === 'elements') return elementReader(lines, records, rows, question);
  if (isKeyed && asked.kind !== 'ends') return { read: isJson ? readFields : readKeyed, columns };
  const isTimed = TIMED.test(question);
  return { read: (row) => readValues(row, delimiter, columns, isTimed), columns };
}

/** Returns the distinct keys of some rows. The first item of a text may be of another list. */
function keysIn(keys: readonly (readonly string[])[]): readonly string[] {
  return [...new Set(keys.flat())];
}

function elementReader(lines: Lines, records: Runs, rows: readonly number[], question: string): Reader {
  const sample = rows.slice(0, ATTRIBUTED).flatMap((row) => readAttributes(beginning(lines, records, row)));
  const names = keysIn([sample.map(({ column }) => column)]);
  const decided = decidingColumns(question, names) ?? [];
  return { read: readAttributes, columns: new Set([...decided].map((at) => names[Number(at)] as string)) };
}

function titleCells(lines: Lines, isTitle: Uint8Array, delimiter?: string): readonly string[] {
  const at = isTitle.indexOf(1);
  if (at < 0) return [];
  // The rule below the titles is the line that encloses the rows.
  const line = lineHead(lines, at);
  const titles = /\w/.test(line) || at === 0 ? line : lineHead(lines, at - 1);
  return cellsOf(titles, delimiter ?? delimiterOf(titles));
}

/** Returns the delimiter of rows, which is two spaces if the titles and most rows have as many cells by it. */
function rowDelimiter(lines: Lines, records: Runs, rows: readonly number[], isTitle: Uint8Array): string | undefined {
  const sample = rows.slice(0, SAMPLE).map((row) => lineHead(lines, records.starts[row] as number));
  const own = sample[0] === undefined ? undefined : delimiterOf(sample[0]);
  if (own !== undefined) return own;
  const { length } = titleCells(lines, isTitle, WIDE);
  const fitting = sample.filter((row) => cellsOf(row, WIDE).length === length).length;
  return length >= 3 && fitting >= sample.length * MIN_FITTING ? WIDE : undefined;
}

export function beginning(lines: Lines, { starts }: Runs, row: number, kind?: TextKind): string {
  const from = lines.starts[starts[row] as number] as number;
  const to = lines.starts[starts[row + 1] as number] as number;
  return lines.text.slice(from, Math.min(to, from + (kind === 'json' ? VALUE_UNITS.json : VALUE_UNITS.other)));
}
