import type { JsonObject } from '../../../src/base/json/json-object.ts';
import { systemTimers } from '../../platform/timers.ts';
import type { SourcedServer } from '../config/load-sources.ts';
import { Catalog } from './catalog.ts';
import { createGatewayNames } from './gateway-names.ts';
import { listOffered } from './offered-tool.ts';
import { createRememberedLists } from './remembered-lists.ts';

/**
 * Returns the tools that a launcher would offer of these servers, as far as they are remembered. Does not connect to
 * any.
 */
export async function rememberedTools(home: string, servers: readonly SourcedServer[]): Promise<readonly JsonObject[]> {
  const catalog = new Catalog({
    toolNames: createGatewayNames({ configured: () => servers.map(({ name }) => name) }),
    remembered: createRememberedLists(home, systemTimers),
    log: () => {},
    onChange: () => {},
  });
  await catalog.setServers(servers);
  return catalog.servers().flatMap(({ tools }) => tools.map((tool) => listOffered(tool).tool));
}
