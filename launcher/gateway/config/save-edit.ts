import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Node } from 'jsonc-parser';
import * as z from 'zod/mini';
import { makeFolder } from '../../platform/files/make-folder.ts';
import { withLock } from '../../platform/files/with-lock.ts';
import { errnoOf } from '../../platform/paths/errno-of.ts';
import { errnoWords } from '../../platform/paths/errno-words.ts';
import { systemTimers } from '../../platform/timers.ts';
import { checkServer } from './check-server.ts';
import { APPROVALS } from './config-settings.ts';
import { nodesTo, removeAt, setAt, treeOf } from './edit-text.ts';
import { BOM, nodeMembers, parseText, withoutMark } from './parse-text.ts';
import { profileSchema } from './profiles.ts';
import { type ConfigFault, type ConfigText, MAX_CONFIG_BYTES, readConfigFile } from './read-config-file.ts';
import { type ServerEntry, serverSchema } from './server-schema.ts';
import { followLinks, writeConfigFile } from './write-config-file.ts';

/** File name of the schema, both beside the configuration and in the package. */
export const SCHEMA_NAME = 'mcp-config.schema.json';

/**
 * Returns the JSON Schema of `mcp-config.json`. It uses draft 7, the latest that VS Code and similar editors fully
 * support. It is stricter than loading, which drops one invalid server where an editor marks the whole file.
 */
export function configJsonSchema(): Readonly<Record<string, unknown>> {
  const file = z.looseObject({
    $schema: z.optional(z.string()).check(z.describe('Path or URL of this schema, for editors.')),
    mcpServers: z.optional(z.record(z.string(), serverSchema)).check(z.describe('MCP servers by name.')),
    profiles: z.optional(z.record(z.string(), profileSchema)).check(z.describe('Sets of servers and tools, by name.')),
    profile: z.optional(z.string()).check(z.describe('Default profile, used if none is named.')),
    approve: z
      .optional(z.enum(APPROVALS))
      .check(
        z.describe(
          'Tools to hold back until you run `mcp-pruner mcp approve`. `changed`: those that a server adds or changes after its first use. `always`: all. `off`: none.',
        ),
      ),
  });
  return {
    title: 'mcp-config.json of mcp-pruner',
    allowComments: true,
    allowTrailingCommas: true,
    ...z.toJSONSchema(file, { io: 'input', target: 'draft-7' }),
  };
}

/** Returns the schema's file content, with lists of words on one line as the formatter wants them. */
export function configSchemaText(): string {
  const text = JSON.stringify(configJsonSchema(), null, 2);
  const inQueue = text.replace(/\[\s+("[^[\]]*")\s+\]/g, (_, words: string) => `[${words.replace(/,\s+/g, ', ')}]`);
  return `${inQueue}\n`;
}

/** Adds or replaces a server. `server` is written as given, without defaults and with references intact. */
interface WriteServer {
  readonly kind: 'add' | 'replace';
  readonly name: string;
  readonly server: ServerEntry;
}

export type ConfigEdit = WriteServer | { readonly kind: 'remove' | 'enable' | 'disable'; readonly name: string };

type EditedText = { readonly ok: true; readonly text: string } | ConfigFault;

const SERVERS = 'mcpServers';

/** Content of a new configuration file. */
const NEW_TEXT = `${JSON.stringify({ $schema: `./${SCHEMA_NAME}`, [SERVERS]: {} }, null, 2)}\n`;

/**
 * Returns the text with one server added, replaced, removed, enabled or disabled. Comments, order, indentation, line
 * endings and byte order mark stay. If `text` is undefined or blank, a new file is started. Refuses a text that does
 * not parse (`syntax`, `shape`), a server that would not load (`invalid`), and a name that is taken (`exists`) or
 * unknown (`missing`).
 */
export function editConfig(text: string | undefined, edit: ConfigEdit): EditedText {
  const given = text === undefined || withoutMark(text).trim() === '' ? NEW_TEXT : text;
  const parsed = parseText(given);
  if (!parsed.ok) return refuse(edit, parsed.fault.kind, parsed.fault.message);
  const named = (parsed.servers === undefined ? [] : nodeMembers(parsed.servers)).filter(
    ({ key }) => key === edit.name,
  );
  const [first] = named;
  if (edit.kind === 'add' && first !== undefined)
    return refuse(edit, 'exists', 'a server with that name already exists');
  if (edit.kind !== 'add' && first === undefined) return refuse(edit, 'missing', 'no server has that name');
  if (named.length > 1 && edit.kind !== 'remove') return refuse(edit, 'shape', 'the file has that name more than once');
  const mark = given.startsWith(BOM) ? BOM : '';
  return applied(withoutMark(given), edit, mark);
}

function refuse({ kind, name }: ConfigEdit, reason: ConfigFault['reason'], why: string): ConfigFault {
  return { ok: false, reason, message: `cannot ${kind} the server ${JSON.stringify(name)}: ${why}` };
}

function applied(text: string, edit: ConfigEdit, mark: string): EditedText {
  if (edit.kind === 'add' || edit.kind === 'replace') return written(text, edit, mark);
  return edit.kind === 'remove'
    ? { ok: true, text: mark + withoutServer(text, edit.name) }
    : switched(text, edit, mark);
}

function written(text: string, edit: WriteServer, mark: string): EditedText {
  const { server } = checkServer(edit.name, edit.server);
  if (!server.ok) return refuse(edit, 'invalid', server.issues.map(({ message }) => message).join('; '));
  const entry: Readonly<Record<string, unknown>> = JSON.parse(JSON.stringify(edit.server));
  const next = edit.kind === 'add' ? setAt(text, [SERVERS, edit.name], entry) : withEntry(text, edit.name, entry);
  return { ok: true, text: mark + next };
}

function switched(text: string, edit: ConfigEdit, mark: string): EditedText {
  const server = serverIn(text, edit.name);
  if (server?.type !== 'object') return refuse(edit, 'shape', 'expected an object as its entry');
  const enabled = edit.kind === 'enable';
  const given = nodeMembers(server).map(({ key }) => key);
  let next = text;
  // Other hosts write `disabled`. A server without either key is enabled.
  if (given.includes('disabled')) next = setAt(next, [SERVERS, edit.name, 'disabled'], !enabled);
  const isNeeded = given.includes('enabled') || (!enabled && !given.includes('disabled'));
  if (isNeeded) next = setAt(next, [SERVERS, edit.name, 'enabled'], enabled);
  return { ok: true, text: mark + next };
}

const serverIn = (text: string, name: string): Node | undefined => nodesTo(treeOf(text), [SERVERS, name])[2];

/** Edits key by key, so that comments beside keys that stay are kept. */
function withEntry(text: string, name: string, entry: Readonly<Record<string, unknown>>): string {
  const server = serverIn(text, name);
  if (server?.type !== 'object') return setAt(text, [SERVERS, name], entry);
  let next = text;
  for (const { key } of nodeMembers(server)) {
    if (!Object.hasOwn(entry, key)) next = removeAt(next, [SERVERS, name, key]);
  }
  for (const [key, value] of Object.entries(entry)) next = setAt(next, [SERVERS, name, key], value);
  return next;
}

function withoutServer(text: string, name: string): string {
  let next = text;
  while (serverIn(next, name) !== undefined) next = removeAt(next, [SERVERS, name]);
  return next;
}

export type SavedEdit = { readonly ok: true; readonly changed: boolean } | ConfigFault;

interface PlannedEdit {
  readonly ok: true;
  readonly before: ConfigText;
  /** Undefined if nothing changes. */
  readonly text: string | undefined;
}

/**
 * Reads a configuration, edits its text and writes it. Nothing is written if nothing changes or the edit is refused.
 * Concurrent edits wait for each other.
 */
export async function saveEdit(file: string, edit: ConfigEdit): Promise<SavedEdit> {
  // An edit without effect needs no lock, which would fail in a read-only folder.
  const first = await planEdit(file, edit);
  if (!first.ok) return first;
  if (first.text === undefined) return { ok: true, changed: false };
  try {
    const target = await followLinks(file);
    makeFolder(path.dirname(target));
    return await withLock(`${target}.lock`, systemTimers, () => editNow(file, edit));
  } catch (error) {
    const refusal = errnoOf(error) === undefined ? (error as Error).cause : error;
    const why = errnoOf(refusal) === undefined ? 'another process has locked it; try again' : errnoWords(refusal);
    return { ok: false, reason: 'unwritable', message: `cannot write ${JSON.stringify(file)}: ${why}` };
  }
}

async function editNow(file: string, edit: ConfigEdit): Promise<SavedEdit> {
  const planned = await planEdit(file, edit);
  if (!planned.ok) return planned;
  const { before, text } = planned;
  if (text === undefined) return { ok: true, changed: false };
  const written = await writeConfigFile(before, text);
  if (!written.ok) return written;
  if (before.text === undefined) await writeSchemaBeside(file);
  return { ok: true, changed: true };
}

async function planEdit(file: string, edit: ConfigEdit): Promise<PlannedEdit | ConfigFault> {
  const before = await readConfigFile(file);
  if (!before.ok) return before;
  const edited = editConfig(before.text, edit);
  if (!edited.ok) return { ...edited, message: `${edited.message} (in ${JSON.stringify(file)})` };
  if (edited.text === before.text) return { ok: true, before, text: undefined };
  if (Buffer.byteLength(edited.text) > MAX_CONFIG_BYTES) {
    const message = `cannot write ${JSON.stringify(file)}: expected at most ${MAX_CONFIG_BYTES} bytes`;
    return { ok: false, reason: 'too_large', message };
  }
  return { ok: true, before, text: edited.text };
}

/** Writes the schema to the path that a new file's `$schema` names. It only helps editors, so failures are ignored. */
async function writeSchemaBeside(file: string): Promise<void> {
  await writeFile(path.join(path.dirname(file), SCHEMA_NAME), configSchemaText(), { flag: 'wx' }).catch(() => {});
}
