import type { Node } from 'jsonc-parser';
import { checkServer } from './check-server.ts';
import { SCHEMA_NAME } from './config-json-schema.ts';
import { nodesTo, removeAt, setAt, treeOf } from './edit-text.ts';
import { BOM, nodeMembers, parseText, withoutMark } from './parse-text.ts';
import type { ConfigFault } from './read-config-file.ts';
import type { ServerEntry } from './server-schema.ts';

/** Adds or replaces a server. `server` is written as given, without defaults and with references intact. */
interface WriteServer {
  readonly kind: 'add' | 'replace';
  readonly name: string;
  readonly server: ServerEntry;
}

export type ConfigEdit = WriteServer | { readonly kind: 'remove' | 'enable' | 'disable'; readonly name: string };

export type EditedText = { readonly ok: true; readonly text: string } | ConfigFault;

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
