import type { Node } from 'jsonc-parser';
import { isJsonObject, type JsonObject } from '../../../src/base/json/json-object.ts';
import { nodesTo, removeAt, setAt, treeOf } from '../../gateway/config/edit-text.ts';
import { BOM, jsonOf, type Member, nodeMembers, parseText, withoutMark } from '../../gateway/config/parse-text.ts';
import { checked, without, withoutEmpty, withValue } from './json-path.ts';
import { type Edited, type JsonPart, refused } from './part.ts';
import { withServer } from './with-server.ts';

type Place = Pick<JsonPart, 'key' | 'name'>;

/** Implements `putPart` for JSON. The edited text is parsed and compared with the expected value. */
export function putInJson(text: string | undefined, part: JsonPart, force: boolean): Edited {
  const given = text ?? '';
  const bare = withoutMark(given);
  if (bare.trim() === '') return { ok: true, text: (given.startsWith(BOM) ? BOM : '') + newText(part, bare) };
  const found = find(bare, part);
  if (!found.ok) return refused(found.why);
  const { server } = found;
  const before = server && jsonOf(server.value);
  const ours = server === undefined || part.isOurs(before);
  if (!ours && !force) return refused(taken(part));
  const wanted = ours ? withServer(before, part.server) : part.server;
  const path = [part.key, part.name];
  let next = bare;
  if (server === undefined || !isJsonObject(before) || !ours) next = setAt(bare, path, wanted);
  else for (const [key, value] of Object.entries(wanted)) next = setAt(next, [...path, key], value);
  const root = jsonOf(found.root) as JsonObject;
  return checked(given, next, withValue(root, path, wanted));
}

export const taken = ({ name }: Place): string =>
  `the server ${JSON.stringify(name)} is not mcp-pruner; use another --name, or --force to replace it`;

/** Implements `takePart` for JSON. */
export function takeFromJson(text: string, part: JsonPart, original: string | undefined): Edited {
  const bare = withoutMark(text);
  if (bare.trim() === '') return { ok: true, text };
  const found = find(bare, part);
  if (!found.ok) return refused(found.why);
  const { server } = found;
  if (server === undefined || !part.isOurs(jsonOf(server.value))) return { ok: true, text };
  const path = [part.key, part.name];
  const [next, left] = [removeAt(bare, path), without(jsonOf(found.root) as JsonObject, path)];
  const holder = nodesTo(treeOf(next), [part.key]).at(-1) as Node;
  // Anything left in it is the user's, even if it is only a comment.
  const isOwn = next.slice(holder.offset + 1, holder.offset + holder.length - 1).trim() !== '';
  return checked(text, ...(isOwn ? ([next, left] as const) : withoutEmpty(next, left, [part.key], original)));
}

function newText({ key, name, server, newFile }: JsonPart, blank: string): string {
  const text = `${JSON.stringify({ ...newFile, [key]: { [name]: server } }, null, 2)}\n`;
  return blank.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

type Found =
  | { readonly ok: true; readonly root: Node; readonly server: Member | undefined }
  | { readonly ok: false; readonly why: string };

function find(text: string, { key, name }: Place): Found {
  const parsed = parseText(text);
  if (!parsed.ok) return { ok: false, why: `it does not parse: ${parsed.fault.message}` };
  const { root } = parsed;
  const holders = nodeMembers(root).filter((one) => one.key === key);
  if (holders.length > 1) return { ok: false, why: `${JSON.stringify(key)} appears more than once` };
  const servers = holders[0]?.value;
  if (servers !== undefined && servers.type !== 'object') {
    return { ok: false, why: `${JSON.stringify(key)} is not an object` };
  }
  const named = servers === undefined ? [] : nodeMembers(servers).filter((one) => one.key === name);
  if (named.length > 1) return { ok: false, why: `the server ${JSON.stringify(name)} appears more than once` };
  return { ok: true, root, server: named[0] };
}
