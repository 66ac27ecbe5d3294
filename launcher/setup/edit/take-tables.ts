import { isDeepStrictEqual } from 'node:util';
import { type Foreign, foreign } from '../../hosts/foreign-entry.ts';
import { parseTomlText } from '../../hosts/parse-toml-text.ts';
import type { TablesPart } from './part.ts';

/**
 * Takes tables out of a TOML text that its host has put there because of us, with the blank line that it put above each. The
 * table around them goes as well if it is empty and `original`, the text before us, has none. Returns the text as it is if
 * that cannot be done without touching the rest.
 */
export async function takeTables(text: string, part: TablesPart, original: string | undefined): Promise<string> {
  const before = await parseTomlText(text);
  if (!before.ok) return text;
  const held = valueAt(before.root, part.path);
  const ours = Object.keys(held).filter((name) => part.isOurs(name, held[name]));
  if (ours.length === 0) return text;
  let lines: string[] = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  for (const name of ours) lines = await withoutTable(lines, [...part.path, name]);
  const rest = Object.fromEntries(Object.entries(held).filter(([name]) => !ours.includes(name)));
  const first = original === undefined ? undefined : await parseTomlText(original);
  const wasThere = first?.ok === true && hasValue(first.root, part.path);
  const goes = Object.keys(rest).length === 0 && !wasThere;
  if (goes) lines = await withoutTable(lines, part.path);
  const next = lines.join('');
  const after = await parseTomlText(next);
  const isRest = after.ok && isDeepStrictEqual(filled(after.root), filled(withValue(before.root, part.path, rest)));
  return isRest ? next : text;
}

/** Without the table of that name itself: those inside it stay. */
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

function valueAt(root: Foreign, path: readonly string[]): Foreign {
  return path.reduce<Foreign>((value, key) => foreign(value[key]), root);
}

function hasValue(root: Foreign, path: readonly string[]): boolean {
  return valueAt(root, path.slice(0, -1))[path.at(-1) ?? ''] !== undefined;
}

function withValue(root: Foreign, [key = '', ...rest]: readonly string[], value: unknown): Foreign {
  return { ...root, [key]: rest.length === 0 ? value : withValue(foreign(root[key]), rest, value) };
}

/** Without objects that hold nothing: a header alone says as little as none. */
function filled(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const kept = Object.entries(value)
    .map(([key, one]) => [key, filled(one)] as const)
    .filter(([, one]) => one !== undefined);
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
