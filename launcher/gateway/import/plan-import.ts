import { isDeepStrictEqual } from 'node:util';
import type { LoadedServer, ServerConfig } from '../config/server-config.ts';
import type { FoundServer } from './find-servers.ts';

/** What an import makes of a server. */
export type ImportState =
  /** Not there yet. */
  | 'new'
  /** There already, as it is. */
  | 'same'
  /** Another one has the name. */
  | 'taken'
  /** It cannot be used here. */
  | 'unusable';

export interface PlannedServer {
  readonly found: FoundServer;
  readonly state: ImportState;
  /** Why not; undefined for `new`. */
  readonly why: string | undefined;
}

/** Compares what hosts have with what is configured; of two with one name the first counts. */
export function planImport(
  found: readonly FoundServer[],
  configured: readonly LoadedServer[],
): readonly PlannedServer[] {
  const names = new Map<string, ServerConfig | undefined>(
    configured.map((server) => [server.name, server.ok ? server.config : undefined]),
  );
  return found.map((one) => {
    const { name, usable } = one;
    if (!usable.ok) return { found: one, state: 'unusable', why: usable.why };
    if (!names.has(name)) {
      names.set(name, usable.config);
      return { found: one, state: 'new', why: undefined };
    }
    // Switched on or off is not what a server is.
    const enabled = names.get(name)?.enabled ?? true;
    return isDeepStrictEqual({ ...usable.config, enabled }, names.get(name))
      ? { found: one, state: 'same', why: 'it is there already' }
      : { found: one, state: 'taken', why: 'another one has the name' };
  });
}
