import path from 'node:path';
import { asJsonObject } from '../../../src/base/json/json-object.ts';
import { shellWord } from '../../platform/text/shell-word.ts';
import { editor } from '../dialects.ts';
import { fileOfHookLine, HOOK_PART, hookLine } from '../hook-line.ts';
import type { Host } from '../host.ts';
import { commonEntry } from '../host-entry.ts';
import { jsonFile } from '../host-file.ts';
import { type Launch, partOfLaunch, plainServer } from '../launch.ts';
import { OWN_TOOLS } from './own-tools.ts';

/** JavaScript pattern of the tools to hook: those of other MCP servers. */
const TOOLS = `^(?!${OWN_TOOLS})MCP:`;
/** Timeout of the host, in seconds. Our server has a shorter one. */
const TIMEOUT_SECONDS = 5;
/** Runs the line with `sh`, because the host's shell is unknown. Every shell reads this prefix the same way. */
const SHELL = 'sh -c ';
const HOME = /^export MCP_PRUNER_HOME=/;

/**
 * Returns our hook for Cursor's `hooks.json`. It starts a process for each result, in a folder other than the
 * project's. Cursor takes `//` for a comment even inside strings, so none is written.
 */
export function cursorHook(launch: Launch, platform: NodeJS.Platform): object {
  const command = platform === 'win32' ? toWindows(launch) : toShell(launch);
  return { command: command.replaceAll(/\/{2,}/g, '/'), matcher: TOOLS, timeout: TIMEOUT_SECONDS };
}

function toShell(launch: Launch): string {
  const { MCP_PRUNER_HOME: home } = launch.env;
  const set = home === undefined ? '' : `export MCP_PRUNER_HOME=${shellWord(home)}; `;
  return SHELL + shellWord(set + hookLine(launch, 'cursor'));
}

/** Returns a line that works in both cmd and PowerShell. Both exit with 1 if there is no Node. */
function toWindows(launch: Launch): string {
  const { MCP_PRUNER_HOME: home } = launch.env;
  const words = [partOfLaunch(launch, HOOK_PART), ...(home === undefined ? [] : [home])].map((word) => `"${word}"`);
  return ['node', words[0], 'cursor', ...words.slice(1)].join(' ');
}

/** True if an entry in Cursor's hooks is ours, whatever its path. */
export const isOurCursorHook = (raw: unknown): boolean => fileOfCursorHook(raw) !== undefined;

/** Returns our file that the entry runs. */
export function fileOfCursorHook(raw: unknown): string | undefined {
  const { command } = asJsonObject(raw);
  if (typeof command !== 'string') return undefined;
  const [, file] = /^node "([^"]*\bhook(?:\.cjs|-process\.ts))" cursor\b/.exec(command) ?? [];
  if (file !== undefined || !command.startsWith(`${SHELL}'`)) return file;
  const line = command.slice(SHELL.length + 1, -1).replaceAll(`'\\''`, "'");
  const isOurs = / hook cursor 2>|hook(?:\.cjs|-process\.ts)'? cursor;/.test(line);
  return isOurs && (HOME.test(line) || line.startsWith('[ -f ')) ? fileOfHookLine(line) : undefined;
}

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
    toServer: (launch) => ({ type: 'stdio', ...plainServer(launch) }),
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
