import { asJsonObject, isJsonObject, type JsonObject } from '../../../src/base/json/json-object.ts';
import { checkServer } from '../../gateway/config/check-server.ts';
import type { ServerConfig } from '../../gateway/config/server-config.ts';
import { CONNECT_TIMEOUT_MS, SERVER_TIMEOUT_MS, type ServerEntry } from '../../gateway/config/server-schema.ts';
import type { PlaceholderValues } from '../../hosts/dialects.ts';
import type { Host } from '../../hosts/host.ts';
import type { HostFile } from '../../hosts/host-file.ts';
import type { Places } from '../../hosts/places.ts';
import { readHostFile } from '../../hosts/read-host-file.ts';
import { isOurselves } from './is-ourselves.ts';

/**
 * Converts a host's server to our format, unvalidated and without defaults. References that cannot be resolved are
 * added to `unfilled`.
 */
export function toOurEntry(host: Host, raw: JsonObject, around: PlaceholderValues, unfilled: string[]): ServerEntry {
  const given = host.toEntry(raw);
  const own = host.references?.(raw) ?? { env: {}, headers: {} };
  const translate = (value: unknown): unknown => {
    if (typeof value === 'string') return host.dialect(value, around, unfilled);
    if (typeof value === 'number' || typeof value === 'boolean') return String(value);
    if (Array.isArray(value)) return value.map(translate);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, translate(inner)]));
  };
  const isUrl = given.url !== undefined && given.command === undefined;
  const ways = isUrl
    ? {
        type: given.type,
        url: translate(given.url),
        headers: merged(translate(given.headers), own.headers),
        oauth: given.oauth && { ...asJsonObject(translate(given.oauth)), ...portOf(given.oauth) },
      }
    : {
        command: translate(given.command),
        args: translate(given.args),
        env: merged(translate(given.env), own.env),
        cwd: translate(given.cwd),
      };
  const { enabled, allowedTools, blockedTools } = given;
  const timeout = toTimeout(given.timeout, SERVER_TIMEOUT_MS);
  const connectTimeout = toTimeout(given.connectTimeout, CONNECT_TIMEOUT_MS);
  const all = Object.entries({ ...ways, enabled, timeout, connectTimeout, allowedTools, blockedTools });
  // The host's file may contain anything, so the entry is validated where it is used.
  return Object.fromEntries(all.filter(([, value]) => !isEmpty(value))) as ServerEntry;
}

function merged(values: unknown, more: JsonObject): unknown {
  return values === undefined || isJsonObject(values) ? { ...more, ...asJsonObject(values) } : values;
}

/** Keeps the port a number, which `translate` would turn into a string. */
const portOf = ({ callbackPort }: JsonObject): JsonObject => (callbackPort === undefined ? {} : { callbackPort });

/** Clamps a host's timeout to our limits, so that its server is not rejected for it. */
function toTimeout(value: unknown, { min, max }: { readonly min: number; readonly max: number }): number | undefined {
  if (typeof value !== 'number' || !(value > 0)) return undefined;
  return Math.min(Math.max(Math.round(value), min), max);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

/** A server that a host has configured. */
export interface FoundServer {
  readonly name: string;
  readonly host: string;
  readonly file: string;
  readonly usable: UsableServer | { readonly ok: false; readonly why: string };
}

export interface UsableServer {
  readonly ok: true;
  /** Entry in the format of our configuration. */
  readonly entry: ServerEntry;
  readonly config: ServerConfig;
  /** Settings of the host that have no equivalent here. */
  readonly notes: readonly string[];
}

/** Reads the files of hosts, without writing any. */
export async function findServers(hosts: readonly Host[], places: Places) {
  const files = hosts.flatMap((host) => host.files(places).map((file) => ({ host, file })));
  // If the project is the home folder, a project file and the user's own are the same file. Read it once.
  const once = files.filter(({ file }, at) => !files.slice(at + 1).some((later) => later.file.path === file.path));
  const read = await Promise.all(once.map(async (one) => ({ ...one, text: await readHostFile(one.file) })));
  return {
    servers: read.flatMap(({ host, file, text }) =>
      text.ok && text.root !== undefined ? serversOf(host, file, text.root, places) : [],
    ),
    /** Files that could not be read. Servers of the other files are still returned. */
    faults: read.flatMap(({ text }) => (text.ok ? [] : [text.message])),
  };
}

function serversOf(host: Host, file: HostFile, root: JsonObject, places: Places): readonly FoundServer[] {
  const named = file.serversIn(root).flatMap((servers) => (isJsonObject(servers) ? Object.entries(servers) : []));
  return named.map(([name, raw]) => ({
    name,
    host: host.name,
    file: file.path,
    usable: usableOf(host, file, name, raw, places),
  }));
}

function usableOf(host: Host, file: HostFile, name: string, raw: unknown, { home }: Places): FoundServer['usable'] {
  if (!isJsonObject(raw)) return { ok: false, why: 'expected an object' };
  const unfilled: string[] = [];
  const entry = toOurEntry(host, raw, { home, folder: file.folder }, unfilled);
  if (isOurselves(name, entry)) return { ok: false, why: 'it is mcp-pruner itself' };
  if (unfilled.length > 0) return { ok: false, why: `${[...new Set(unfilled)].join(', ')} cannot be filled in here` };
  const { server } = checkServer(name, entry);
  if (!server.ok) return { ok: false, why: server.issues.map(({ message }) => message).join('; ') };
  return { ok: true, entry, config: server.config, notes: host.toEntry(raw).notes };
}
