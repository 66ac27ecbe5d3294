import path from 'node:path';
import { asJsonObject } from '../../../src/base/json/json-object.ts';
import type { Host } from '../host.ts';
import { commonEntry } from '../host-entry.ts';
import { jsonFile } from '../host-file.ts';
import { plainServer } from '../launch.ts';
import { isOurMcpToolHook, serverOfMcpToolHook } from '../mcp-tool-hook.ts';
import type { Places } from '../places.ts';
import { LIMIT_CHECK } from './answer-limit.ts';
import { claudeHome } from './claude-home.ts';
import { DISABLING_SETTINGS } from './disabling-settings.ts';
import { claudeHooks, failedCommandHooks, isOurCommandHook } from './hook-settings.ts';
import { otherHooks } from './other-hooks.ts';

/**
 * Values of ENABLE_TOOL_SEARCH that make Claude Code defer tools. `auto` is not included, because its effect depends on
 * what other servers list.
 */
const SEARCH_ON: ReadonlySet<string | undefined> = new Set([undefined, '', '1', 'true', 'yes', 'on']);
/** Name of our plugin, up to the marketplace's name. */
const PLUGIN = 'mcp-pruner@';

const settingsFile = (places: Places, project: boolean): string =>
  path.join(project ? path.join(places.cwd, '.claude') : claudeHome(places), 'settings.json');

export const CLAUDE_CODE: Host = {
  name: 'claude-code',
  // `${VAR}` and `${VAR:-default}`, as in our configuration.
  dialect: (text) => text,
  files: ({ env, cwd, home }) => [
    jsonFile(path.join(cwd, '.mcp.json'), 'mcpServers', cwd),
    {
      ...jsonFile(path.join(env['CLAUDE_CONFIG_DIR'] || home, '.claude.json'), 'mcpServers'),
      serversIn: (root) => [asJsonObject(asJsonObject(root['projects'])[cwd])['mcpServers'], root['mcpServers']],
    },
  ],
  toEntry: commonEntry,
  setup: {
    title: 'Claude Code',
    program: 'claude',
    traces: (places) => [claudeHome(places), path.join(places.home, '.claude.json')],
    programFolders: (places) => [path.join(places.home, '.local', 'bin'), path.join(claudeHome(places), 'local')],
    // Without `alwaysLoad`, the host's tool search hides the tools' parameters.
    toServer: (launch) => ({ type: 'stdio', ...plainServer(launch), alwaysLoad: true }),
    // Claude Code defers tools unless the server's entry has `alwaysLoad`, or the search is off
    // (https://code.claude.com/docs/en/mcp).
    toolSearch: {
      isOn: (env) => SEARCH_ON.has(env['ENABLE_TOOL_SEARCH']?.toLowerCase()),
      pluginFile: ({ CLAUDE_PLUGIN_ROOT: folder }) => (folder ? path.join(folder, '.mcp.json') : undefined),
      isExempt: ({ alwaysLoad }) => alwaysLoad === true,
    },
    limit: LIMIT_CHECK,
    plugins: {
      files: (places) => [
        path.join(places.cwd, '.claude', 'settings.local.json'),
        settingsFile(places, true),
        settingsFile(places, false),
      ],
      switchOf: ({ enabledPlugins }) =>
        Object.entries(asJsonObject(enabledPlugins)).find(([name]) => name.startsWith(PLUGIN))?.[1],
      allowing: 'enter /permissions',
    },
    instructions: (places, project) => ({ path: path.join(project ? places.cwd : claudeHome(places), 'CLAUDE.md') }),
    reach: {
      ...{
        tried: '2.1.332',
        can: 'Read, Bash, PowerShell, Grep and Glob where they are offered, WebFetch, tools of other MCP servers with one text',
      },
      cannot: 'commands that fail, unless `init --failed` was run, since its hooks cannot replace their output',
    },
    hooks: (places, project, { name: server }) => ({
      path: settingsFile(places, project),
      items: Object.entries(claudeHooks(server)).map(([event, [item]]) => ({
        ...{ list: ['hooks', event], name: 'hook', item },
        isOurs: (raw) => isOurMcpToolHook(raw) && !isOurCommandHook(raw),
      })),
    }),
    failedCommands: (places, project, { name: server, launch }) =>
      // Claude Code's shells on Windows do not read the file that sets the trap.
      places.platform === 'win32'
        ? undefined
        : { path: settingsFile(places, project), items: failedCommandHooks(server, launch) },
    // Versions 2.1.110 to 2.1.117 ignore the whole file if it has a hook of this type. Hooks can replace results since
    // 2.1.121.
    hooksSince: '2.1.121',
    notInProject:
      'GitHub Copilot CLI also reads that file, and drops all of it if it contains a hook of type "mcp_tool"',
    hooksSuffice: true,
    serverOf: serverOfMcpToolHook,
    otherHooks,
    disabling: DISABLING_SETTINGS,
    permissions: (places, project, { name: server }, tools) => ({
      path: settingsFile(places, project),
      items: tools
        .map((tool) => `mcp__${server}__${tool}`)
        .map((item) => ({
          ...{ list: ['permissions', 'allow'], name: item, item },
          isOurs: (raw) => raw === item,
        })),
    }),
    permissionOfAll: (server) => `mcp__${server}`,
    unattended: 'claude -p',
    listing: ['mcp', 'list'],
  },
  // Claude Code moves results of more than 50,000 characters to a file, and cuts errors at 11,000.
  client: { name: 'claude-code', wholeBytes: { success: 48_000, failure: 10_240 } },
  loadHooks: async () => (await import('./hook-calls.ts')).createHooks(),
  hooksNameNone: true,
  recordings: {
    hookedTools: /^(?:Read|Bash|PowerShell|Grep|Glob|WebFetch|mcp__(?!.*pruner.*__).*)$/,
    folders: (places) => [
      { path: path.join(claudeHome(places), 'projects'), isSession: (file) => file.endsWith('.jsonl') },
    ],
  },
};
