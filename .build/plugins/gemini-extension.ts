import { instructionsFor } from '../../launcher/setup/instructions.ts';
import {
  PLUGIN_NAME,
  PLUGIN_SERVER,
  type PluginFacts,
  type PluginFiles,
  SERVER_FOLDER,
  toJson,
} from './plugin-files.ts';

const CONTEXT_FILE = 'GEMINI.md';

/** An extension of Gemini CLI: the server, and when to ask it (https://geminicli.com/docs/extensions/reference). */
export function geminiExtension({ version, description }: PluginFacts): PluginFiles {
  const args = [`\${extensionPath}\${/}${SERVER_FOLDER}\${/}index.js`];
  return {
    'gemini-extension.json': toJson({
      ...{ name: PLUGIN_NAME, version, description },
      mcpServers: { [PLUGIN_SERVER]: { command: 'node', args } },
      contextFileName: CONTEXT_FILE,
    }),
    [CONTEXT_FILE]: `${instructionsFor(PLUGIN_SERVER)}\n`,
  };
}
