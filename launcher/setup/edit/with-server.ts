import { asJsonObject, isJsonObject, type JsonObject } from '../../../src/base/json/json-object.ts';

/** Merges our server into an existing entry. The user's own keys and environment variables stay. */
export function withServer(before: unknown, server: JsonObject): JsonObject {
  if (!isJsonObject(before)) return server;
  const merged = Object.entries(server).map(([key, value]) => [
    key,
    isJsonObject(value) ? { ...asJsonObject(before[key]), ...value } : value,
  ]);
  // The user may have disabled the server; keep that.
  const kept = typeof before['enabled'] === 'boolean' ? { enabled: before['enabled'] } : {};
  return { ...before, ...Object.fromEntries(merged), ...kept };
}
