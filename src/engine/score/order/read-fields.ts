import type { RowValue } from './read-values.ts';

const FIELD = /"((?:[^"\\]|\\.){1,60})"\s*:\s*"?(-?\d+(?:\.\d+)?)(?=["\s,}\]]|$)/g;
/** Values of keys such as `severity` and `level`, from the least to the worst. */
const RANKS: readonly RegExp[] = [
  /^(?:none|info\w*|note|style)$/i,
  /^(?:low|minor|trivial|hint|weak|tentative)$/i,
  /^(?:medium|moderate|warn(?:ing)?)$/i,
  /^(?:high|major|error|important|strong|firm|certain)$/i,
  /^(?:critical|blocker|fatal|severe)$/i,
];
const RANKED = /"(\w*(?:severity|level|priority|risk|confidence|certainty)\w*)"\s*:\s*"([a-z]+)"/gi;
const KEY = /"((?:[^"\\]|\\.){1,60})"\s*:/g;

/** Reads the numbers of a JSON item, by key. */
export function readFields(item: string): readonly RowValue[] {
  return [
    ...Array.from(item.matchAll(FIELD), ([, column = '', number]) => ({ column, value: Number(number) })),
    ...Array.from(item.matchAll(RANKED), ([, column = '', word = '']) => ({
      column,
      value: RANKS.findIndex((rank) => rank.test(word)),
    })).filter(({ value }) => value >= 0),
  ];
}

/** A number in an attribute of XML, or alone in an element. */
const ATTRIBUTE = /(?:\s([\w:.-]{1,60})=["'](-?\d+(?:\.\d+)?)["'])|<([\w:.-]{1,60})>\s*(-?\d+(?:\.\d+)?)\s*</g;

/** Reads the numbers on a line of XML, by attribute and element. */
export function readAttributes(line: string): readonly RowValue[] {
  return Array.from(line.matchAll(ATTRIBUTE), ([, name, number, element, inside]) => ({
    column: name ?? element ?? '',
    value: Number(number ?? inside),
  }));
}

/** Returns the distinct keys of a JSON item. */
export function keysOf(item: string): readonly string[] {
  return [...new Set(Array.from(item.matchAll(KEY), ([, key = '']) => key))];
}

/** True if the text is an item: a closed object or list. */
export function isItem(record: string): boolean {
  return /^\s*(?:"[^"]*"\s*:\s*)?[{[]/.test(record) && /[}\]],?\s*$/.test(record);
}
