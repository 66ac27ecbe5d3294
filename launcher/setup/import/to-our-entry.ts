import { asJsonObject, isJsonObject, type JsonObject } from '../../../src/base/json/json-object.ts';
import { CONNECT_TIMEOUT_MS, SERVER_TIMEOUT_MS, type ServerEntry } from '../../gateway/config/server-schema.ts';
import type { PlaceholderValues } from '../../hosts/dialects.ts';
import type { Host } from '../../hosts/host.ts';

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
function portOf({ callbackPort }: JsonObject): JsonObject {
  return callbackPort === undefined ? {} : { callbackPort };
}

/** Clamps a host's timeout to our limits, so that its server is not rejected for it. */
function toTimeout(value: unknown, { min, max }: { readonly min: number; readonly max: number }): number | undefined {
  if (typeof value !== 'number' || !(value > 0)) return undefined;
  return Math.min(Math.max(Math.round(value), min), max);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}
