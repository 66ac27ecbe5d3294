import path from 'node:path';
import type { ToolSearch } from '../host.ts';

/** Values of ENABLE_TOOL_SEARCH that make it defer tools. `auto` is absent: it depends on what other servers list. */
const ON: ReadonlySet<string | undefined> = new Set([undefined, '', '1', 'true', 'yes', 'on']);

/**
 * Claude Code shows its model only the names of tools unless the entry of their server has `alwaysLoad`, or its tool
 * search is off (https://code.claude.com/docs/en/mcp).
 */
export const TOOL_SEARCH: ToolSearch = {
  isOn: (env) => ON.has(env['ENABLE_TOOL_SEARCH']?.toLowerCase()),
  pluginFile({ CLAUDE_PLUGIN_ROOT: folder }) {
    return folder ? path.join(folder, '.mcp.json') : undefined;
  },
  isExempt: ({ alwaysLoad }) => alwaysLoad === true,
};
