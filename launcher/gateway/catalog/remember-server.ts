import type { ServerConfig } from '../config/server-config.ts';
import type { ServerLists } from '../upstream/connection/server-connection.ts';
import { prepareTools } from './prepare-tools.ts';
import { toReadableEntries } from './readable-entries.ts';
import type { RememberedLists } from './remembered-lists.ts';

/** Remembers a server's lists outside a gateway, so that the next gateway offers them in its first list. */
export async function rememberServer(
  remembered: RememberedLists,
  name: string,
  config: ServerConfig,
  { tools = [], prompts = [] }: Partial<ServerLists>,
  instructions: string | undefined,
): Promise<void> {
  const known = await remembered.read(name, config);
  remembered.write(name, config, {
    instructions,
    tools: await prepareTools(name, tools, () => {}),
    prompts: toReadableEntries('prompts', prompts),
    used: known?.used ?? {},
  });
  await remembered.flush();
}
