import path from 'node:path';
import { asJsonObject } from '../../../src/base/json/json-object.ts';
import type { HostPlugins } from '../host.ts';
import { claudeHome } from './claude-home.ts';

/** Name of our plugin, up to the marketplace's name. */
const OURS = 'mcp-pruner@';

/** Plugins in Claude Code's settings. The project's settings override the user's. */
export const PLUGINS: HostPlugins = {
  files: (places) => [
    path.join(places.cwd, '.claude', 'settings.local.json'),
    path.join(places.cwd, '.claude', 'settings.json'),
    path.join(claudeHome(places), 'settings.json'),
  ],
  switchOf: ({ enabledPlugins }) =>
    Object.entries(asJsonObject(enabledPlugins)).find(([name]) => name.startsWith(OURS))?.[1],
  allowing: 'enter /permissions',
};
