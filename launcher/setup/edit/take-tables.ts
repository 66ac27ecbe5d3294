import { isDeepStrictEqual } from 'node:util';
import { asJsonObject } from '../../../src/base/json/json-object.ts';
import { parseTomlText } from '../../hosts/parse-toml-text.ts';
import { valueAt, withValue } from './json-path.ts';
import type { TablesPart } from './part.ts';

/**
 * Removes tables that a host added to its TOML file because of us, with the blank line above each. The table around
 * them is removed too if it is empty and `original`, the text before our edits, has none. Returns the text unchanged if
 * that is impossible without touching the rest.
 */
export async function takeTables(text: string, part: TablesPart, original: string | undefined): Promise<string> {
  const before = await parseTomlText(text);
  if (!before.ok) return text;
  const held = asJsonObject(valueAt(before.root, part.path));
  const ours = Object.keys(held).filter((name) => part.isOurs(name, held[name]));
  if (ours.length === 0) return text;
  let lines: string[] = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  for (const name of ours) lines = await withoutTable(lines, [...part.path, name]);
  const rest = Object.fromEntries(Object.entries(held).filter(([name]) => !ours.includes(name)));
  const first = original === undefined ? undefined : await parseTomlText(original);
  const wasThere = first?.ok === true && valueAt(first.root, part.path) !== undefined;
  const goes = Object.keys(rest).length === 0 && !wasThere;
  if (goes) lines = await withoutTable(lines, part.path);
  const next = lines.join('');
  const after = await parseTomlText(next);
  const isRest = after.ok && isDeepStrictEqual(filled(after.root), filled(withValue(before.root, part.path, rest)));
  return isRest ? next : text;
}

/** Removes only the table of that name; its subtables stay. */
async function withoutTable(lines: readonly string[], path: readonly string[]): Promise<string[]> {
  for (const [start, line] of lines.entries()) {
    if (!/^\s*\[[^[]/.test(line)) continue;
    const parsed = await parseTomlText(line);
    if (!parsed.ok || !isDeepStrictEqual(parsed.root, withValue({}, path, {}))) continue;
    let end = start + 1;
    while (end < lines.length && !/^\s*(?:\[|#|$)/.test(lines[end] as string)) end++;
    const blank = start > 0 && lines[start - 1]?.trim() === '' ? 1 : 0;
    return [...lines.slice(0, start - blank), ...lines.slice(end)];
  }
  return [...lines];
}

/** Drops empty objects, because a table header without keys means the same as no header. */
function filled(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value)
    .map(([key, one]) => [key, filled(one)] as const)
    .filter(([, one]) => one !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
