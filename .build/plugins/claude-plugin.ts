import { basename } from 'node:path';
import { CLAUDE_MOD_FILE, CLAUDE_PLUGIN } from '../targets.ts';
import { PLUGIN_NAME, type PluginFacts, type PluginFiles, toJson } from './plugin-files.ts';

const AUTHOR = { name: 'The mcp-pruner authors' };

const README = `# mcp-pruner for Claude Code

Long results of Read, Bash, Grep, Glob, WebFetch and MCP tools fill the context, and each later request pays for them
again. This plugin shows the model only what the session seems to need of a long result, and says where the whole is: the
file itself, or a copy beside the session's own record. Instructions, ranges that were asked for, files that the prompt
names, reviews and short results stay whole.

It runs inside Claude Code (2.1.290 or later). It needs no Node, no server and no network, and adds nothing to requests.

At first it only measures. After 200 results or three days it says what it would have saved.

| Command | What it does |
| --- | --- |
| \`/pruner\` | opens a pane with the results of this session; its keys open a result, or leave a file or the project whole |
| \`/pruner on\`, \`/pruner off\` | shortens results, or stops |
| \`/pruner why\` | says why the last result stayed whole |

A file \`.mcp-prunerignore\` in your project names files that always stay whole; a line \`*\` means all.
`;

/**
 * The Claude Code plugin (https://code.claude.com/docs/en/plugins-reference), without its module: `.build/bundle.ts`
 * builds that.
 */
export function claudePlugin({ version, description, license }: PluginFacts): PluginFiles {
  return {
    '.claude-plugin/plugin.json': toJson({ name: PLUGIN_NAME, version, description, author: AUTHOR, license }),
    'hooks/hooks.json': toJson({ modules: [`./${basename(CLAUDE_MOD_FILE)}`] }),
    'README.md': README,
  };
}

/** A marketplace with that plugin, for the root of the repository. */
export function claudeMarketplace({ description }: PluginFacts): PluginFiles {
  const plugins = [{ name: PLUGIN_NAME, source: `./${CLAUDE_PLUGIN}`, description }];
  return { '.claude-plugin/marketplace.json': toJson({ name: PLUGIN_NAME, owner: AUTHOR, plugins }) };
}
