import type { ServerConfig } from '../config/server-config.ts';
import type { ServerLists } from '../connection/server-connection.ts';
import { prepareTools } from './prepare-tools.ts';
import { toReadableEntries } from './readable-entries.ts';
import type { RememberedLists } from './remembered-lists.ts';

/** Remembers what a server lists where no gateway runs, so that the next one offers it from its first list on. */
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
