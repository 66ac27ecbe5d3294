import { isDeepStrictEqual } from 'node:util';
import type { Node } from 'jsonc-parser';
import { asJsonObject, isJsonObject, type JsonObject } from '../../../src/base/json/json-object.ts';
import { addMember, removeMember, replaceValue } from '../../gateway/config/edit-member.ts';
import { BOM, jsonOf, type Member, membersOf, parseText, withoutMark } from '../../gateway/config/parse-text.ts';
import { styleOf } from '../../gateway/config/text-style.ts';
import { type Edited, type JsonPart, refused } from './part.ts';
import { withServer } from './with-server.ts';

type Place = Pick<JsonPart, 'key' | 'name'>;

/** Implements `putPart` for JSON. The edited text is parsed and compared with the expected value. */
export function putInJson(text: string | undefined, part: JsonPart, force: boolean): Edited {
  const mark = text?.startsWith(BOM) === true ? BOM : '';
  const bare = withoutMark(text ?? '');
  if (bare.trim() === '') return { ok: true, text: mark + newText(part, bare) };
  const found = find(bare, part);
  if (!found.ok) return refused(found.why);
  const { servers, server } = found;
  const before = server && jsonOf(server.value);
  const ours = server === undefined || part.isOurs(before);
  if (!ours && !force) return refused(taken(part));
  const wanted = ours ? withServer(before, part.server) : part.server;
  let next = bare;
  if (servers === undefined) {
    next = addMember(bare, found.root, part.key, { [part.name]: wanted }, styleOf(bare));
  } else if (server === undefined) {
    next = addMember(bare, servers, part.name, wanted, styleOf(bare));
  } else if (!isJsonObject(before) || !ours) {
    next = replaceValue(bare, server, wanted, styleOf(bare));
  } else {
    for (const [key, value] of Object.entries(wanted)) next = setKey(next, part, key, value);
  }
  const root = jsonOf(found.root) as JsonObject;
  const expected = { ...root, [part.key]: { ...asJsonObject(root[part.key]), [part.name]: wanted } };
  return checked(next, expected, mark);
}

export const taken = ({ name }: Place): string =>
  `there is a server ${JSON.stringify(name)} that is not mcp-pruner; --name takes another name, --force its place`;

/** Implements `takePart` for JSON. */
export function takeFromJson(text: string, part: JsonPart, original: string | undefined): Edited {
  const mark = text.startsWith(BOM) ? BOM : '';
  const bare = withoutMark(text);
  if (bare.trim() === '') return { ok: true, text };
  const found = find(bare, part);
  if (!found.ok) return refused(found.why);
  const { servers, server } = found;
  if (servers === undefined || server === undefined || !part.isOurs(jsonOf(server.value))) return { ok: true, text };
  const root = jsonOf(found.root) as JsonObject;
  const { [part.name]: _, ...others } = asJsonObject(root[part.key]);
  let next = removeMember(bare, servers, server);
  let expected: JsonObject = { ...root, [part.key]: others };
  if (Object.keys(others).length === 0 && original !== undefined && !hasKey(original, part)) {
    const again = find(next, part);
    const holder = again.ok ? membersOf(again.root).find(({ key }) => key === part.key) : undefined;
    if (again.ok && holder !== undefined && !hasComment(next, holder.value)) {
      next = removeMember(next, again.root, holder);
      const { [part.key]: _gone, ...rest } = root;
      expected = rest;
    }
  }
  return checked(next, expected, mark);
}

function newText({ key, name, server, newFile }: JsonPart, blank: string): string {
  const text = `${JSON.stringify({ ...newFile, [key]: { [name]: server } }, null, 2)}\n`;
  return blank.includes('\r\n') ? text.replaceAll('\n', '\r\n') : text;
}

type Found =
  | { readonly ok: true; readonly root: Node; readonly servers: Node | undefined; readonly server: Member | undefined }
  | { readonly ok: false; readonly why: string };

function find(text: string, { key, name }: Place): Found {
  const parsed = parseText(text);
  if (!parsed.ok) return { ok: false, why: `it does not parse: ${parsed.fault.message}` };
  const { root } = parsed;
  const holders = membersOf(root).filter((one) => one.key === key);
  if (holders.length > 1) return { ok: false, why: `${JSON.stringify(key)} stands more than once` };
  const servers = holders[0]?.value;
  if (servers !== undefined && servers.type !== 'object') {
    return { ok: false, why: `${JSON.stringify(key)} is no object` };
  }
  const named = servers === undefined ? [] : membersOf(servers).filter((one) => one.key === name);
  if (named.length > 1) return { ok: false, why: `the server ${JSON.stringify(name)} stands more than once` };
  return { ok: true, root, servers, server: named[0] };
}

function setKey(text: string, place: Place, key: string, value: unknown): string {
  const found = find(text, place);
  if (!found.ok || found.server === undefined) return text;
  const object = found.server.value;
  const member = membersOf(object).findLast((one) => one.key === key);
  if (member === undefined) return addMember(text, object, key, value, styleOf(text));
  return isDeepStrictEqual(jsonOf(member.value), value) ? text : replaceValue(text, member, value, styleOf(text));
}

function hasKey(text: string, { key }: Place): boolean {
  if (withoutMark(text).trim() === '') return false;
  const parsed = parseText(text);
  return parsed.ok && membersOf(parsed.root).some((one) => one.key === key);
}

/** True if there is text, such as a comment, between the braces of an empty object. */
const hasComment = (text: string, { offset, length }: Node): boolean =>
  text.slice(offset + 1, offset + length - 1).trim() !== '';

function checked(text: string, expected: JsonObject, mark: string): Edited {
  const parsed = parseText(text);
  if (parsed.ok && isDeepStrictEqual(jsonOf(parsed.root), expected)) return { ok: true, text: mark + text };
  return refused('it cannot be edited without touching the rest of it');
}
