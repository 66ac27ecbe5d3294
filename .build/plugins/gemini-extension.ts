import { instructionsFor } from '../../launcher/cli/init/init-command.ts';
import { geminiExtensionHook } from '../../launcher/hosts/gemini/host.ts';
import {
  PLUGIN_NAME,
  PLUGIN_SERVER,
  type PluginFacts,
  type PluginFiles,
  SERVER_FOLDER,
  toJson,
} from './plugin-files.ts';

const CONTEXT_FILE = 'GEMINI.md';
/** The host replaces the variables by the extension's path. */
const SERVER = `\${extensionPath}\${/}${SERVER_FOLDER}`;

/**
 * An extension of Gemini CLI: the server, its hook, and instructions on when to ask
 * (https://geminicli.com/docs/extensions/reference).
 */
export function geminiExtension({ version, description }: PluginFacts): PluginFiles {
  const args = [`${SERVER}\${/}index.js`];
  return {
    'gemini-extension.json': toJson({
      ...{ name: PLUGIN_NAME, version, description },
      mcpServers: { [PLUGIN_SERVER]: { command: 'node', args } },
      contextFileName: CONTEXT_FILE,
    }),
    'hooks/hooks.json': toJson({ hooks: { AfterTool: [geminiExtensionHook(SERVER)] } }),
    [CONTEXT_FILE]: `${instructionsFor(PLUGIN_SERVER)}\n`,
  };
}
