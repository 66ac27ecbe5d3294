import { jsonBytes } from '../../base/json/json-bytes.ts';
import { createMeasure } from '../../base/json/measure.ts';
import { cutMiddle, cutToChars } from '../../text/cut-text.ts';
import type { MarkerStyle } from '../../text/gap-marker.ts';
import { shareBytes } from '../../text/share-bytes.ts';
import { fitLines } from '../fit-lines.ts';

/** Max share of the room for one item. In a longer item, path and text are cut in the middle. */
const LONGEST_SHARE = 0.25;
/** Min bytes allowed to an item in any room. Fewer would say nothing. */
const MIN_BYTES = 120;
/** Max share of an item for its path. */
const PATH_SHARE = 0.5;

const measure = createMeasure('plain');

/** Returns the first items of a list that fit into `bytes` UTF-8 bytes of JSON. */
function fitItems(items: readonly object[], bytes: number): object[] {
  const fitting: object[] = [];
  let left = bytes - 2;
  const longest = Math.max(bytes * LONGEST_SHARE, Math.min(left - 1, MIN_BYTES));
  for (const item of items) {
    const shown = shorten(item, longest);
    left -= jsonBytes(shown) + 1;
    if (left < 0) break;
    fitting.push(shown);
  }
  return fitting;
}

function shorten(item: { readonly path?: unknown; readonly text?: unknown }, bytes: number): object {
  if (jsonBytes(item) <= bytes) return item;
  const shown = { ...item };
  if (typeof item.path === 'string') shown.path = cut(item.path, bytes * PATH_SHARE);
  if (typeof item.text === 'string')
    shown.text = cut(item.text, bytes - (jsonBytes(shown) - measure.string(item.text)));
  return shown;
}

function cut(text: string, bytes: number): string {
  return cutMiddle(text, { chars: text.length, bytes: Math.max(0, bytes) }, measure) ?? '…';
}

type Fields = Readonly<Record<string, unknown>>;

export interface FitOutputOptions<Result> {
  /** Max UTF-8 bytes of the result as JSON, at least 1,024. */
  readonly maxBytes: number;
  /** Fields that hold the output: texts and lists. The others are facts about it. */
  readonly outputs: readonly string[];
  /** Returns the line number where each text starts. */
  readonly firstLinesOf: (fields: Fields) => ReadonlyMap<string, number>;
  readonly markers: MarkerStyle;
  /** Times that the result holds the output. */
  readonly copies: number;
  /** Builds the result. `counts` says how much of the output is shown. */
  readonly build: (fields: Fields, counts: string) => Result;
}

/** Max and min UTF-16 units of a fact. A command may be as long as its output. */
const FACT_CHARS = 200;
const MIN_FACT_CHARS = 12;
const FACT_ITEMS = 5;
/** Max share of the budget for everything except the output. Facts are cut to fit it. */
const FRAME_SHARE = 0.85;
/** Bytes around a stream in the text: `[stderr]` and line breaks, escaped. */
const AROUND_FIELD = 16;
/** Max rounds to fill the budget; the share of it that is enough, and the share that the next round aims at. */
const ROUNDS = 4;
const FULL = 0.9;
const AIM = 0.97;
/** Placeholder as long as the longest counts. */
const COUNTS_ROOM = '00000000 of 00000000 matches';

/**
 * Fits the fields of a result into a budget. Keeps the first and last lines and the error lines of each text, the first
 * items of a list, and short facts.
 */
export function fitOutputFields<Result extends object>(fields: Fields, options: FitOutputOptions<Result>): Result {
  const { maxBytes, outputs, copies, build } = options;
  const mapped = (ofOutput: (value: unknown) => unknown, ofFact: (value: unknown) => unknown): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, (outputs.includes(name) ? ofOutput : ofFact)(value)]),
    );
  const frameAt = (chars: number): number =>
    jsonBytes(
      build(
        mapped(nothingOf, (fact) => short(fact, chars)),
        COUNTS_ROOM,
      ),
    );
  let chars = FACT_CHARS;
  while (chars >> 1 >= MIN_FACT_CHARS && frameAt(chars) > maxBytes * FRAME_SHARE) chars >>= 1;
  const given = mapped(
    (output) => output,
    (fact) => short(fact, chars),
  );
  let room = Math.max(0, Math.floor((maxBytes - frameAt(chars)) / copies));
  let result = build(...fill(given, room, options));
  for (let round = 1; round < ROUNDS && jsonBytes(result) < maxBytes * FULL; round++) {
    // Matches take fewer bytes as text than as list items. The bytes left over are for more matches.
    room = Math.floor((room * maxBytes * AIM) / jsonBytes(result));
    const fuller = build(...fill(given, room, options));
    if (jsonBytes(fuller) > maxBytes) break;
    result = fuller;
  }
  return result;
}

function short(value: unknown, chars: number): unknown {
  if (typeof value === 'string') return cutToChars(value, chars);
  if (Array.isArray(value)) return value.slice(0, FACT_ITEMS).map((one) => short(one, chars));
  if (typeof value !== 'object' || value === null) return value;
  // Error codes are short.
  const entries = Object.entries(value).map(([name, one]) => [name, name === 'code' ? one : short(one, chars)]);
  return Object.fromEntries(entries);
}

const nothingOf = (value: unknown): unknown => (Array.isArray(value) ? [] : '');

/** Divides the room among the outputs. One that needs less than its share leaves the rest to the others. */
function fill(
  fields: Fields,
  room: number,
  { outputs, markers, firstLinesOf }: Pick<FitOutputOptions<object>, 'outputs' | 'markers' | 'firstLinesOf'>,
): [fields: Fields, counts: string] {
  const names = outputs.filter((name) => fields[name] !== undefined);
  const needs = names.map((name) => jsonBytes(fields[name]) + AROUND_FIELD);
  const shares = shareBytes(needs, [...needs.keys()], room, 0);
  const firstLines = firstLinesOf(fields);
  const fitted: Record<string, unknown> = {};
  let [shown, total, unit] = [0, 0, 'lines'];
  for (const [i, name] of names.entries()) {
    const bytes = Math.max(0, (shares[i] as number) - AROUND_FIELD);
    const value = fields[name];
    if (Array.isArray(value)) {
      const items = fitItems(value as readonly object[], bytes);
      fitted[name] = items;
      unit = 'matches';
      if (name === outputs[0]) [shown, total] = [items.length, value.length];
      continue;
    }
    const cut = fitLines(String(value), { bytes, firstLine: firstLines.get(name), markers });
    fitted[name] = cut.text;
    shown += cut.shownLines;
    total += cut.totalLines;
  }
  return [{ ...fields, ...fitted }, `${shown} of ${total} ${unit}`];
}
