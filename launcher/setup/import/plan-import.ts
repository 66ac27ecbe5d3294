import { isDeepStrictEqual } from 'node:util';
import type { LoadedServer, ServerConfig } from '../../gateway/config/server-config.ts';
import type { FoundServer } from './find-servers.ts';

/** Decision of an import about one server. */
export type ImportState =
  /** Not configured yet. */
  | 'new'
  /** Already configured, with the same settings. */
  | 'same'
  /** A different server has that name. */
  | 'taken'
  /** Cannot be used here. */
  | 'unusable';

export interface PlannedServer {
  readonly found: FoundServer;
  readonly state: ImportState;
  /** Reason why it is not imported; undefined for `new`. */
  readonly why: string | undefined;
}

/** Compares hosts' servers with the configured ones. If two have the same name, the first wins. */
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
    // A server is the same whether it is enabled or disabled.
    const enabled = names.get(name)?.enabled ?? true;
    return isDeepStrictEqual({ ...usable.config, enabled }, names.get(name))
      ? { found: one, state: 'same', why: 'it exists already' }
      : { found: one, state: 'taken', why: 'the name is taken' };
  });
}
