import { systemTimers } from '../../process/timers.ts';
import type { SourcedServer } from '../config/load-sources.ts';
import type { JsonObject } from '../connection/server-connection.ts';
import { createCatalog } from './catalog.ts';
import { createGatewayNames } from './gateway-names.ts';
import { listOffered } from './offered-tool.ts';
import { createRememberedLists } from './remembered-lists.ts';

/** The tools that a launcher would offer of these servers, as far as they are remembered. Connects to none. */
export async function rememberedTools(home: string, servers: readonly SourcedServer[]): Promise<readonly JsonObject[]> {
  const catalog = createCatalog({
    toolNames: createGatewayNames({ configured: () => servers.map(({ name }) => name) }),
    remembered: createRememberedLists(home, systemTimers),
    log: () => {},
    onChange: () => {},
  });
  await catalog.setServers(servers);
  return catalog.servers().flatMap(({ tools }) => tools.map((tool) => listOffered(tool).tool));
}
