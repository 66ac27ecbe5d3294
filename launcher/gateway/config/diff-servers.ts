import { isDeepStrictEqual } from 'node:util';
import type { LoadedServer } from './server-config.ts';

/** Changes by server name, in the order of the later list. Removed servers are in the order of the earlier one. */
export type ServerDiff = Readonly<ReturnType<typeof diffServers>>;

/** Compares servers by value. Key order, comments and whitespace in the file do not matter. */
export function diffServers(before: readonly LoadedServer[], after: readonly LoadedServer[]) {
  const earlier = new Map(before.map((server) => [server.name, server]));
  const later = new Set(after.map(({ name }) => name));
  const kept = after.filter(({ name }) => earlier.has(name));
  const isSame = (server: LoadedServer): boolean => isDeepStrictEqual(earlier.get(server.name), server);
  const names = (servers: readonly LoadedServer[]): readonly string[] => servers.map(({ name }) => name);
  return {
    added: names(after.filter(({ name }) => !earlier.has(name))),
    removed: names(before.filter(({ name }) => !later.has(name))),
    changed: names(kept.filter((server) => !isSame(server))),
    unchanged: names(kept.filter(isSame)),
  };
}
