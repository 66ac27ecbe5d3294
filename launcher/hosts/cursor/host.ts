import path from 'node:path';
import { editor } from '../dialects.ts';
import type { Host } from '../host.ts';
import { commonEntry } from '../host-entry.ts';
import { jsonFile } from '../host-file.ts';
import { plainServer } from '../launch.ts';
import { cursorHook, fileOfCursorHook, isOurCursorHook } from './hook-settings.ts';

const RULE = '---\ndescription: When to ask mcp-pruner a question\nalwaysApply: true\n---\n\n';

export const CURSOR: Host = {
  name: 'cursor',
  dialect: editor,
  files: ({ cwd, home }) => [
    jsonFile(path.join(cwd, '.cursor', 'mcp.json'), 'mcpServers', cwd),
    jsonFile(path.join(home, '.cursor', 'mcp.json'), 'mcpServers'),
  ],
  toEntry: commonEntry,
  setup: {
    title: 'Cursor',
    program: 'cursor',
    traces: ({ home }) => [path.join(home, '.cursor')],
    toServer: plainServer,
    reach: {
      can: 'tools of other MCP servers with one text and no structured content',
      cannot: 'any result of its own tools, since its hooks replace those of MCP servers alone',
    },
    hooks: ({ cwd, home, platform }, project, { launch }) => ({
      path: path.join(project ? cwd : home, '.cursor', 'hooks.json'),
      items: [
        {
          ...{ list: ['hooks', 'postToolUse'], name: 'hook', item: cursorHook(launch, platform) },
          isOurs: isOurCursorHook,
        },
      ],
      // Cursor ignores the hooks of a file without a version.
      values: [{ path: ['version'], value: 1, isOurs: (raw) => raw === 1, neededBy: 'hooks' }],
    }),
    hooked: 'results of other MCP servers in Cursor',
    hookFileOf: fileOfCursorHook,
    // The user's own rules are not stored in a file.
    instructions: ({ cwd }, project) =>
      project ? { path: path.join(cwd, '.cursor', 'rules', 'mcp-pruner.mdc'), head: RULE } : undefined,
  },
  loadHooks: async () => (await import('./hook-calls.ts')).createHooks(),
};
