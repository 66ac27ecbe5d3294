import { parseTomlText } from '../../hosts/parse-toml-text.ts';
import { isBareKey, type TomlSource, toToml } from '../../platform/text/to-toml.ts';
import type { TomlPart } from './part.ts';

/** Lines of a text without their line endings, and the line ending for new lines. */
export interface TomlLines {
  readonly all: readonly string[];
  readonly newline: string;
}

/** Line range of a table: from its header to just after its last line that is neither blank nor a comment. */
interface Table {
  readonly start: number;
  readonly end: number;
}

type Place = Pick<TomlPart, 'key' | 'name'>;

const HEADER = /^\s*\[/;
const isIdle = (line: string): boolean => /^\s*(?:#.*)?$/.test(line);

/** True if a line is the header of the table of that name. With `below`, headers of its subtables count too. */
export function isTableOf(line: string, names: readonly string[], below = false): boolean {
  const key = names.map((name) => `(?:${[name, `"${name}"`, `'${name}'`].map(escaped).join('|')})`).join('\\s*\\.\\s*');
  return new RegExp(`^\\s*\\[\\s*${key}\\s*${below ? '(?:\\.[^\\]]*)?' : ''}\\]\\s*(?:#.*)?$`).test(line);
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Returns the tables of a server, including its subtables, in file order. */
function tablesOf({ all }: TomlLines, { key, name }: Place): readonly Table[] {
  return all.flatMap((line, start) => {
    if (!isTableOf(line, [key, name], true)) return [];
    const next = all.findIndex((other, at) => at > start && HEADER.test(other));
    let end = next === -1 ? all.length : next;
    while (end > start + 1 && isIdle(all[end - 1] ?? '')) end--;
    return [{ start, end }];
  });
}

/** Removes a server's tables and the markers around them. One of the blank lines that separated them stays. */
export function withoutTables(lines: TomlLines, place: Place, isMark: (line: string) => boolean): TomlLines {
  const tables = tablesOf(lines, place);
  const gone = lines.all.map((line, at) => isMark(line) || tables.some(({ start, end }) => at >= start && at < end));
  const kept = lines.all.flatMap((line, at) => {
    const parted = line.trim() === '' && gone[at + 1] === true && follows(lines.all, gone, at + 1);
    return gone[at] === true || parted ? [] : [line];
  });
  return { ...lines, all: kept };
}

/** True if the lines removed from `at` on are followed by a blank line or the end of the text. */
function follows(all: readonly string[], gone: readonly boolean[], at: number): boolean {
  const next = gone.indexOf(false, at);
  return next === -1 || (all[next] ?? '').trim() === '';
}

/** Sets a key of a server's table; in the key's own subtable if there is one. The caller must verify the result. */
export async function setTomlKey(lines: TomlLines, place: Place, key: string, value: unknown): Promise<TomlLines> {
  const inner = lines.all.findIndex((line) => isTableOf(line, [place.key, place.name, key]));
  if (inner !== -1) {
    let next = lines;
    for (const [one, text] of Object.entries(value as object))
      next = await setInTable(next, { ...tableAt(next, place, inner) }, one, text);
    return next;
  }
  const outer = lines.all.findIndex((line) => isTableOf(line, [place.key, place.name]));
  return outer === -1 ? lines : setInTable(lines, tableAt(lines, place, outer), key, value);
}

function tableAt(lines: TomlLines, place: Place, start: number): Table {
  return tablesOf(lines, place).find((table) => table.start === start) ?? { start, end: start + 1 };
}

async function setInTable(lines: TomlLines, { start, end }: Table, key: string, value: unknown): Promise<TomlLines> {
  const line = `${isBareKey(key) ? key : JSON.stringify(key)} = ${toToml(value as TomlSource)}`;
  const put = (from: number, to: number): TomlLines => ({
    ...lines,
    all: [...lines.all.slice(0, from), line, ...lines.all.slice(to)],
  });
  const at = lines.all.findIndex((one, index) => index > start && index < end && keyOf(one) === key);
  if (at === -1) return put(end, end);
  for (let last = at + 1; last <= end; last++) {
    if ((await parseTomlText(lines.all.slice(at, last).join('\n'))).ok) return put(at, last);
  }
  return lines;
}

const keyOf = (line: string): string | undefined => /^\s*["']?([\w-]+)["']?\s*=/.exec(line)?.[1];
