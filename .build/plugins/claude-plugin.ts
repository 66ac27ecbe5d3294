import { claudeHooks } from '../../launcher/hosts/claude-code/host.ts';
import { ASK_SKILL, SKILL_NAME } from './ask-skill.ts';
import {
  PLUGIN_NAME,
  PLUGIN_SERVER,
  type PluginFacts,
  type PluginFiles,
  SERVER_FOLDER,
  toJson,
} from './plugin-files.ts';

/** Claude Code's name for a plugin's server (seen with 2.1.329). It ignores a hook that names another server. */
const SERVER = `plugin:${PLUGIN_NAME}:${PLUGIN_SERVER}`;

/** A plugin of Claude Code: the server, the hooks and a skill (https://code.claude.com/docs/en/plugins-reference). */
export function claudePlugin({ version, description, license }: PluginFacts): PluginFiles {
  const args = [`\${CLAUDE_PLUGIN_ROOT}/${SERVER_FOLDER}/index.js`];
  return {
    '.claude-plugin/plugin.json': toJson({ name: PLUGIN_NAME, version, description, license }),
    '.mcp.json': toJson({
      mcpServers: { [PLUGIN_SERVER]: { type: 'stdio', command: 'node', args, alwaysLoad: true } },
    }),
    'hooks/hooks.json': toJson({
      hooks: claudeHooks(SERVER),
    }),
    [`skills/${SKILL_NAME}/SKILL.md`]: ASK_SKILL,
  };
}

/** A marketplace with that plugin, for the parent folder of the plugin's folder. */
export function claudeMarketplace({ description }: PluginFacts, folder: string): PluginFiles {
  const plugins = [{ name: PLUGIN_NAME, source: `./${folder}`, description }];
  const owner = { name: 'The mcp-pruner authors' };
  return { '.claude-plugin/marketplace.json': toJson({ name: PLUGIN_NAME, owner, plugins }) };
}
