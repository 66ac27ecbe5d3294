import { isDeepStrictEqual } from 'node:util';
import { asJsonObject, isJsonObject, type JsonObject } from '../../../src/base/json/json-object.ts';
import { BOM, withoutMark } from '../../gateway/config/parse-text.ts';
import { parseTomlText } from '../../hosts/parse-toml-text.ts';
import { toToml } from '../../platform/text/to-toml.ts';
import { taken } from './edit-json.ts';
import { type Edited, refused, type TomlPart } from './part.ts';
import { isTableOf, setTomlKey, type TomlLines, withoutTables } from './toml-tables.ts';
import { withServer } from './with-server.ts';

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
