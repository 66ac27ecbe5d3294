import { existsSync } from 'node:fs';
import { readFile, realpath } from 'node:fs/promises';
import { asJsonObject, type JsonObject } from '../../src/base/json/json-object.ts';
import type { ListedItem } from '../hosts/host.ts';
import type { HostFile } from '../hosts/host-file.ts';
import type { Launch } from '../hosts/launch.ts';
import type { Places } from '../hosts/places.ts';
import { readHostFile } from '../hosts/read-host-file.ts';
import { READ_ONLY_TOOLS } from '../tools/catalog.ts';
import { valueAt } from './edit/json-path.ts';
import type { FilePart, TablesPart } from './edit/part.ts';
import type { FilePlan } from './files/file-plan.ts';
import type { SetupHost } from './find-hosts.ts';
import { listOf } from './hook-lists.ts';
import { isOurServer, launchOf } from './is-our-server.ts';

export interface SetupOptions {
  readonly places: Places;
  /** True for the project's files, false for the user's own. */
  readonly project: boolean;
  /**
   * The server's name. An existing server of ours keeps its name, unless `named` says that the user asked for this one.
   */
  readonly name: string;
  readonly named: boolean;
  readonly launch: Launch;
  /** Tools of ours that the host lets run without asking. Default: none. */
  readonly unasked?: readonly string[];
}

/** A host's file, and the name that our server has or gets in it. */
export interface ServerPlace {
  readonly file: HostFile;
  readonly name: string;
}

/** Picks the host's file that has the server, otherwise the first that exists, otherwise the first. */
export async function findServerPlace(host: SetupHost, options: SetupOptions): Promise<ServerPlace> {
  const { places, project, name, named, launch } = options;
  const files = host.files(places).filter(({ folder }) => (folder !== undefined) === project);
  const read = await Promise.all(files.map(async (file) => ({ file, servers: await serversIn(file) })));
  const known = read.find(({ servers }) => Object.hasOwn(servers, name));
  if (known !== undefined) return { file: known.file, name };
  // A second entry in one agent would list each tool twice, so reuse an existing one.
  const others = named
    ? []
    : read.flatMap(({ file, servers }) => Object.entries(servers).map((one) => ({ file, one })));
  const other = others.find(({ one: [, raw] }) => isOurServer(host, raw, launch));
  if (other !== undefined) return { file: other.file, name: other.one[0] };
  const file = files.find(({ path }) => existsSync(path)) ?? files[0];
  if (file === undefined) throw new Error(`The host ${host.name} has no file`);
  return { file, name };
}

async function serversIn(file: HostFile): Promise<JsonObject> {
  const read = await readHostFile(file);
  return read.ok ? asJsonObject(read.root?.[file.key]) : {};
}

/** Plans our server's entry in a host's file. `toListed` gets its MCP_PRUNER_TOOLS, and returns the one to write. */
export async function planServer(
  host: SetupHost,
  options: SetupOptions,
  toListed: (said: Launch['env']) => string | undefined,
): Promise<FilePlan> {
  const { launch, unasked = [] } = options;
  const { file, name } = await findServerPlace(host, options);
  const { path, format, key } = file;
  const tools = toListed(launchOf(host, (await serversIn(file))[name])?.env ?? {});
  const own = { ...host.setup.env, ...(tools !== undefined && { MCP_PRUNER_TOOLS: tools }), ...launch.env };
  const server = {
    ...host.setup.toServer({ ...launch, env: own }),
    ...(unasked.length > 0 && host.setup.allowed?.(unasked)),
  };
  const isOurs = (raw: unknown): boolean => isOurServer(host, raw, launch);
  const common = { key, name, server, isOurs };
  const part: FilePart =
    format === 'toml' ? { kind: 'toml', ...common } : { kind: 'json', ...common, newFile: host.setup.newFile ?? {} };
  return { path, hosts: [host.name], parts: [part] };
}

/** Plans our hooks, or permissions for these tools, in a host's file; undefined if the host has none. */
export async function planListed(
  what: 'hooks' | 'permissions' | 'formerPermissions',
  host: SetupHost,
  options: SetupOptions,
  tools: readonly string[] = READ_ONLY_TOOLS,
): Promise<FilePlan | undefined> {
  const { places, project, launch } = options;
  const { name, file: serverFile } = await findServerPlace(host, options);
  const server = { name, file: serverFile.path, launch };
  const file = host.setup[what]?.(places, project, server, tools);
  if (file === undefined) return undefined;
  const toPart = ({ list, ...item }: ListedItem): FilePart => ({ kind: 'item', path: list, ...item });
  const items = file.items.map(toPart);
  const values = (file.values ?? []).map((one): FilePart => ({ kind: 'value', ...one }));
  const isSet = (part: FilePart): boolean => part.kind !== 'value' || part.value !== undefined;
  const former = (file.former ?? []).map(toPart);
  const unset = values.filter((part) => !isSet(part));
  const rules: readonly FilePart[] = file.rules === undefined ? [] : [{ kind: 'rules', text: file.rules }];
  const parts = [...items, ...values.filter(isSet), ...rules];
  const brought = what === 'hooks' ? host.setup.broughtByHooks?.(places) : undefined;
  return { path: file.path, hosts: [host.name], parts, former, unset, brought: brought === undefined ? [] : [brought] };
}

/** True if an item of the plan is in its file. */
export async function hasItems({ path, parts }: FilePlan): Promise<boolean> {
  const read = await readHostFile({ path, format: 'json' });
  const root = read.ok ? read.root : undefined;
  return parts.some((part) => part.kind === 'item' && listOf(root, { list: part.path }).some(part.isOurs));
}

/** True if the file contains the entire plan. */
export async function isInPlace({ path, parts }: FilePlan): Promise<boolean> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const read = await readHostFile({ path, format: 'json' });
  const root = read.ok ? read.root : undefined;
  return parts.every((part) => {
    if (part.kind === 'item') return listOf(root, { list: part.path }).some(part.isOurs);
    if (part.kind === 'value') return part.isOurs(valueAt(root, part.path));
    return part.kind === 'rules' && text.includes(part.text);
  });
}

/** Plans the removal of the host's own records of trust in our hooks; undefined if it keeps none. */
export async function planTrust(host: SetupHost, options: SetupOptions): Promise<FilePlan | undefined> {
  const { hooks, hooksTrust: trust } = host.setup;
  if (hooks === undefined || trust === undefined) return undefined;
  const { places, project, launch } = options;
  const { name, file } = await findServerPlace(host, options);
  const { path, items } = hooks(places, project, { name, file: file.path, launch });
  const read = await readHostFile({ path, format: 'json' });
  const root = read.ok ? read.root : undefined;
  const ours = items.flatMap((one) => [one.item, ...listOf(root, one).filter(one.isOurs)]);
  // The host may have resolved links in the path.
  const files = [path, await realpath(path).catch(() => path)];
  const isTrustIn = await trust.loadIsOurs();
  const isOurs = (key: string, raw: unknown): boolean => files.some((one) => isTrustIn(key, raw, one, ours));
  const tables: TablesPart = { kind: 'tables', path: trust.path, isOurs };
  return { path: trust.file(places).path, hosts: [host.name], parts: [], tables: [tables] };
}

/** Plans our block in the host's instructions file for its model; undefined if it has no such file. */
export function planInstructions(
  host: SetupHost,
  { places, project }: SetupOptions,
  text: string,
): FilePlan | undefined {
  const file = host.setup.instructions(places, project);
  return file && { path: file.path, hosts: [host.name], parts: [{ kind: 'block', text, head: file.head ?? '' }] };
}
