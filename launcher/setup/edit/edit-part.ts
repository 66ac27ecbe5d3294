import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonObject } from '../../../src/base/json/json-object.ts';
import { removeAt, setAt } from '../../gateway/config/edit-text.ts';
import { BOM, jsonOf, parseText, withoutMark } from '../../gateway/config/parse-text.ts';
import { putInJson, takeFromJson } from './edit-json.ts';
import { putInToml, takeFromToml } from './edit-toml.ts';
import { checked, rootOf, valueAt, without, withoutEmpty, withValue } from './json-path.ts';
import {
  type BlockPart,
  type Edited,
  type FilePart,
  type ItemPart,
  type RulesPart,
  refused,
  type ValuePart,
} from './part.ts';

/** Implements `putPart` for an item: appends it after other items, or replaces an older one of ours. */
function putItem(text: string | undefined, { path, item, isOurs }: ItemPart): Edited {
  const given = text ?? '';
  const bare = withoutMark(given);
  const base = bare.trim() === '' ? `{}${/\r?\n/.exec(bare)?.[0] ?? '\n'}` : bare;
  const list = listAt(base, path);
  if (!list.ok) return list;
  const { items = [] } = list;
  const [at = items.length, ...more] = items.flatMap((one, index) => (isOurs(one) ? [index] : []));
  if (more.length === 0 && isDeepStrictEqual(items[at], item)) return { ok: true, text: given };
  // Duplicates of ours would run everything twice. Remove the last one first, so that the earlier indexes stay valid.
  const once = more.toReversed().reduce((edited, index) => removeAt(edited, [...path, index]), base);
  const wanted = [...items.slice(0, at), item, ...items.slice(at + 1).filter((one) => !isOurs(one))];
  return checked(given, setAt(once, [...path, at], item), withValue(list.root, path, wanted));
}

/** Implements `takePart` for an item. Also removes its container if that is empty and was not in `original`. */
function takeItem(text: string, { path, isOurs }: ItemPart, original: string | undefined): Edited {
  const bare = withoutMark(text);
  if (bare.trim() === '') return { ok: true, text };
  const list = listAt(bare, path);
  // If there is no list at the path, it contains nothing of ours.
  if (!list.ok) return list.isParsed ? { ok: true, text } : list;
  const { items = [] } = list;
  const before = original === undefined ? [] : valueAt(rootOf(withoutMark(original)), path);
  const wasThere = (one: unknown): boolean =>
    Array.isArray(before) && before.some((other) => isDeepStrictEqual(other, one));
  const goes = (one: unknown): boolean => isOurs(one) && !wasThere(one);
  const rest = items.filter((one) => !goes(one));
  if (rest.length === items.length) return { ok: true, text };
  let next = bare;
  for (let at = items.length - 1; at >= 0; at--) {
    if (goes(items[at])) next = removeAt(next, [...path, at]);
  }
  return checked(text, ...withoutEmpty(next, withValue(list.root, path, rest), path, original));
}

type List =
  | { readonly ok: true; readonly root: JsonObject; readonly items: readonly unknown[] | undefined }
  | { readonly ok: false; readonly isParsed: boolean; readonly why: string };

function listAt(text: string, path: readonly string[]): List {
  const parsed = parseText(text);
  if (!parsed.ok) return { ok: false, isParsed: false, why: `it does not parse: ${parsed.fault.message}` };
  const root = jsonOf(parsed.root) as JsonObject;
  for (let depth = 1; depth <= path.length; depth++) {
    const holder = path.slice(0, depth);
    const value = valueAt(root, holder);
    if (value === undefined) return { ok: true, root, items: undefined };
    const isRight = depth === path.length ? Array.isArray(value) : isJsonObject(value);
    const why = `"${holder.join('.')}" is not ${depth === path.length ? 'a list' : 'an object'}`;
    if (!isRight) return { ok: false, isParsed: true, why };
  }
  return { ok: true, root, items: valueAt(root, path) as readonly unknown[] };
}

interface Markers {
  readonly begin: string;
  readonly end: string;
}

const MARKERS: Readonly<Record<(BlockPart | RulesPart)['kind'], Markers>> = {
  block: {
    begin: '<!-- mcp-pruner: begin (made by `mcp-pruner init --instructions`) -->',
    end: '<!-- mcp-pruner: end -->',
  },
  rules: { begin: '# mcp-pruner: begin (made by `mcp-pruner init --allow`)', end: '# mcp-pruner: end' },
};

/** Implements `putPart` for text between markers: appends it, or replaces an older one. */
function putBlock(text: string | undefined, part: BlockPart | RulesPart): Edited {
  const given = text ?? '';
  const newline = /\r?\n/.exec(given)?.[0] ?? '\n';
  const { begin, end } = MARKERS[part.kind];
  const head = part.kind === 'block' ? part.head : '';
  const block = [begin, part.text, end].join('\n').replaceAll('\n', newline);
  const bare = withoutMark(given);
  if (bare.trim() === '') return { ok: true, text: (given.startsWith(BOM) ? BOM : '') + head + block + newline };
  const found = find(given, MARKERS[part.kind]);
  if (found === 'torn') return refused(TORN);
  if (found !== undefined) return { ok: true, text: given.slice(0, found.start) + block + given.slice(found.end) };
  return { ok: true, text: given + gapAfter(given, newline) + block + newline };
}

/** Implements `takePart` for text between markers. */
function takeBlock(text: string, { kind }: BlockPart | RulesPart): Edited {
  const found = find(text, MARKERS[kind]);
  if (found === 'torn') return refused(TORN);
  if (found === undefined) return { ok: true, text };
  const before = text.slice(0, found.start);
  const after = text.slice(found.end).replace(/^\r?\n/, '');
  // Also remove the blank line that separated the block from the text before it.
  return { ok: true, text: before.replace(/(\r?\n)\r?\n$/, '$1') + after };
}

const TORN = 'expected one begin and one end marker of mcp-pruner: remove the block by hand';

function find(text: string, markers: Markers): { readonly start: number; readonly end: number } | 'torn' | undefined {
  const [start, end] = [text.indexOf(markers.begin), text.indexOf(markers.end)];
  if (start === -1 && end === -1) return undefined;
  const once = start === text.lastIndexOf(markers.begin) && end === text.lastIndexOf(markers.end);
  return start !== -1 && end > start && once ? { start, end: end + markers.end.length } : 'torn';
}

const gapAfter = (text: string, newline: string): string => (text.endsWith('\n') ? newline : newline + newline);

/** Implements `putPart` for a value: appends it after the other members. A value that the user has set stays. */
function putValue(text: string | undefined, { path, value, isOurs }: ValuePart): Edited {
  const given = text ?? '';
  const bare = withoutMark(given);
  const base = bare.trim() === '' ? `{}${/\r?\n/.exec(bare)?.[0] ?? '\n'}` : bare;
  const parsed = parseText(base);
  if (!parsed.ok) return refused(`it does not parse: ${parsed.fault.message}`);
  const root = jsonOf(parsed.root) as JsonObject;
  for (let depth = 1; depth < path.length; depth++) {
    const holder = valueAt(root, path.slice(0, depth));
    // The holder is a single value for all keys, and it already equals ours.
    if (isDeepStrictEqual(holder, value)) return { ok: true, text: given };
    if (holder === undefined) break;
    if (!isJsonObject(holder)) return refused(`"${path.slice(0, depth).join('.')}" is not an object`);
  }
  const before = valueAt(root, path);
  if (before !== undefined && (isDeepStrictEqual(before, value) || !isOurs(before))) return { ok: true, text: given };
  return checked(given, setAt(base, path, value), withValue(root, path, value));
}

/** Implements `takePart` for a value. Also removes its container if that is empty and was not in `original`. */
function takeValue(text: string, { path, isOurs, neededBy }: ValuePart, original: string | undefined): Edited {
  const bare = withoutMark(text);
  if (bare.trim() === '') return { ok: true, text };
  const parsed = parseText(bare);
  if (!parsed.ok) return refused(`it does not parse: ${parsed.fault.message}`);
  const root = jsonOf(parsed.root) as JsonObject;
  // Without a record of the file, the value may be the user's own.
  if (neededBy !== undefined && (original === undefined || Object.hasOwn(root, neededBy))) return { ok: true, text };
  const value = valueAt(root, path);
  const before = original === undefined ? undefined : valueAt(rootOf(withoutMark(original)), path);
  if (value === undefined || !isOurs(value) || isDeepStrictEqual(before, value)) return { ok: true, text };
  return checked(text, ...withoutEmpty(removeAt(bare, path), without(root, path), path.slice(0, -1), original));
}

/**
 * Returns the text with a part inserted or updated; everything else stays byte for byte. If `text` is undefined or
 * blank, a new file is started. Refuses a text that does not parse and, without `force`, to replace a server of that
 * name that is not ours.
 */
export async function putPart(text: string | undefined, part: FilePart, force: boolean): Promise<Edited> {
  if (part.kind === 'block' || part.kind === 'rules') return putBlock(text, part);
  if (part.kind === 'item') return putItem(text, part);
  if (part.kind === 'value') return putValue(text, part);
  return part.kind === 'json' ? putInJson(text, part, force) : putInToml(text, part, force);
}

/**
 * Returns the text without a part. Everything else stays, including entries that are not ours. `original` is the text
 * before the part was inserted, which shows whether the container already existed.
 */
export async function takePart(text: string, part: FilePart, original?: string): Promise<Edited> {
  if (part.kind === 'block' || part.kind === 'rules') return takeBlock(text, part);
  if (part.kind === 'item') return takeItem(text, part, original);
  if (part.kind === 'value') return takeValue(text, part, original);
  return part.kind === 'json' ? takeFromJson(text, part, original) : takeFromToml(text, part);
}
