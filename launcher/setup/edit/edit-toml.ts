import { isDeepStrictEqual } from 'node:util';
import { asJsonObject, isJsonObject, type JsonObject } from '../../../src/base/json/json-object.ts';
import { BOM, withoutMark } from '../../gateway/config/parse-text.ts';
import { parseTomlText } from '../../hosts/parse-toml-text.ts';
import { isBareKey, type TomlSource, toToml } from '../../platform/text/to-toml.ts';
import { taken } from './edit-json.ts';
import { type Edited, refused, type TomlPart } from './part.ts';
import { withServer } from './with-server.ts';

/** Lines of a text without their line endings, and the line ending for new lines. */
interface TomlLines {
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
function isTableOf(line: string, names: readonly string[], below = false): boolean {
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
function withoutTables(lines: TomlLines, place: Place, isMark: (line: string) => boolean): TomlLines {
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
async function setTomlKey(lines: TomlLines, place: Place, key: string, value: unknown): Promise<TomlLines> {
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

const BEGIN = '# mcp-pruner: made by `mcp-pruner init`, taken out by `mcp-pruner init --uninstall`';
const END = '# mcp-pruner: end';

/**
 * Implements `putPart` for TOML. No TOML parser reports positions, so a table is appended at the end or edited line by
 * line. The result is parsed and compared with the expected value.
 */
export async function putInToml(text: string | undefined, part: TomlPart, force: boolean): Promise<Edited> {
  const given = text ?? '';
  const before = await parseTomlText(given);
  if (!before.ok) return refused(`it does not parse: ${before.why}`);
  const servers = asJsonObject(before.root[part.key]);
  const server = servers[part.name];
  const ours = server === undefined || part.isOurs(server);
  if (!ours && !force) return refused(taken(part));
  const wanted = ours ? withServer(server, part.server) : part.server;
  const expected = { ...before.root, [part.key]: { ...servers, [part.name]: wanted } };
  const lines = linesOf(given);
  if (server === undefined) return checked(given, appended(lines, part), expected);
  if (!ours || !isJsonObject(server))
    return checked(given, appended(withoutTables(lines, part, isMarker), part), expected);
  const changes = Object.entries(wanted).filter(([key, value]) => !isDeepStrictEqual(server[key], value));
  let next: TomlLines = lines;
  for (const [key, value] of changes) next = await setTomlKey(next, part, key, value);
  return checked(given, next, expected);
}

/** Implements `takePart` for TOML. */
export async function takeFromToml(text: string, part: TomlPart): Promise<Edited> {
  const before = await parseTomlText(text);
  if (!before.ok) return refused(`it does not parse: ${before.why}`);
  const servers = asJsonObject(before.root[part.key]);
  if (!part.isOurs(servers[part.name])) return { ok: true, text };
  const { [part.name]: _, ...others } = servers;
  const { [part.key]: _gone, ...rest } = before.root;
  const lines = linesOf(text);
  const holder = lines.all.some((line) => isTableOf(line, [part.key])) || Object.keys(others).length > 0;
  const expected = holder ? { ...before.root, [part.key]: others } : rest;
  return checked(text, withoutTables(lines, part, isMarker), expected);
}

const isMarker = (line: string): boolean => [BEGIN, END].includes(line.trim());

/** Splits a text into lines without their line endings, and drops a byte order mark. */
function linesOf(text: string): TomlLines {
  const bare = withoutMark(text);
  return { all: bare === '' ? [] : bare.split(/\r?\n/), newline: /\r?\n/.exec(bare)?.[0] ?? '\n' };
}

function appended({ all, newline }: TomlLines, { key, name, server }: TomlPart): TomlLines {
  const entries = Object.entries(server).map(([one, value]) => `${one} = ${toToml(value as string)}`);
  const table = [BEGIN, `[${key}.${/^[\w-]+$/.test(name) ? name : JSON.stringify(name)}]`, ...entries, END, ''];
  const open = all.at(-1) === '' ? all.slice(0, -1) : all;
  const gap = open.length === 0 || open.at(-1)?.trim() === '' ? [] : [''];
  return { all: [...open, ...gap, ...table], newline };
}

async function checked(given: string, { all, newline }: TomlLines, expected: JsonObject): Promise<Edited> {
  const text = (given.startsWith(BOM) ? BOM : '') + joined(withoutMark(given), all, newline);
  const parsed = await parseTomlText(text);
  if (parsed.ok && isDeepStrictEqual(parsed.root, plain(expected))) return { ok: true, text };
  return refused('its tables are written in a way that cannot be edited line by line');
}

/**
 * Joins lines. Unchanged lines keep their original line ending, so that a file that mixes both kinds changes nowhere
 * else.
 */
function joined(given: string, all: readonly string[], newline: string): string {
  if (!/\r\n/.test(given) || !/(?:^|[^\r])\n/.test(given)) return all.join(newline);
  const ends = [...given.matchAll(/([^\n]*?)(\r?\n|$)/g)];
  let at = 0;
  return all
    .map((line, index) => {
      const found = ends.findIndex((one, from) => from >= at && one[1] === line);
      if (found !== -1) at = found + 1;
      return line + (index === all.length - 1 ? '' : ends[found]?.[2] || newline);
    })
    .join('');
}

const plain = (value: JsonObject): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;
