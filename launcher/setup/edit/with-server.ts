import { type Foreign, foreign, isForeign } from '../../hosts/foreign-entry.ts';

/** Merges our server into an existing entry. The user's own keys and environment variables stay. */
export function withServer(before: unknown, server: Foreign): Foreign {
  if (!isForeign(before)) return server;
  const merged = Object.entries(server).map(([key, value]) => [
    key,
    isForeign(value) ? { ...foreign(before[key]), ...value } : value,
  ]);
  // The user may have disabled the server; keep that.
  const kept = typeof before['enabled'] === 'boolean' ? { enabled: before['enabled'] } : {};
  return { ...before, ...Object.fromEntries(merged), ...kept };
}
