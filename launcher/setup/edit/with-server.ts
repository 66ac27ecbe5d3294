import { type Foreign, foreign, isForeign } from '../../hosts/foreign-entry.ts';

/** A server that is there with what is to be; keys of the user's own stay, and so do variables. */
export function withServer(before: unknown, server: Foreign): Foreign {
  if (!isForeign(before)) return server;
  const merged = Object.entries(server).map(([key, value]) => [
    key,
    isForeign(value) ? { ...foreign(before[key]), ...value } : value,
  ]);
  // Somebody may have switched it off.
  const kept = typeof before['enabled'] === 'boolean' ? { enabled: before['enabled'] } : {};
  return { ...before, ...Object.fromEntries(merged), ...kept };
}
