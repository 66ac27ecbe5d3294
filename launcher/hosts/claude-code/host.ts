import path from 'node:path';
import { asJsonObject } from '../../../src/base/json/json-object.ts';
import { HOOK_CUTS } from '../../../src/unasked/cuts.ts';
import { HOOK_MODES } from '../../platform/settings/variables.ts';
import { TOOL_NAMES } from '../../tools/catalog.ts';
import type { Host, LimitCheck, ListedItem, ListedValue } from '../host.ts';
import { commonEntry } from '../host-entry.ts';
import { jsonFile } from '../host-file.ts';
import { type Launch, plainServer } from '../launch.ts';
import { handedOn, isOurMcpToolHook, mcpToolHook, serverOfMcpToolHook } from '../mcp-tool-hook.ts';
import type { Places } from '../places.ts';
import { readCacheLifetime } from './cache-lifetime.ts';
import { claudeHome } from './claude-home.ts';
import { DISABLING_SETTINGS } from './disabling-settings.ts';
import { readModCounts } from './mod-store.ts';

/** Pattern of our tools that work in the agent's folder. A server's tools are named `mcp__SERVER__…`. */
const ours = (server: string): string => `mcp__${server.replaceAll(/[^\w-]/g, '_')}__(?:${TOOL_NAMES.join('|')})`;
const FOLDER = ['hook_event_name', 'tool_use_id', 'cwd', 'transcript_path'];

/** Our hook in Claude Code's settings, which carries the folder in which the agent calls one of our tools. */
export const folderHook = (server: string): object => mcpToolHook(server, ours(server), handedOn(FOLDER));

/** Variable that a trap of earlier versions set in the shells of the Bash tool. */
const TRAP = 'mcp_pruner_code';

/** True for a hook of earlier versions, whose work the plugin does now. */
function isFormerHook(raw: unknown): boolean {
  const { hooks } = asJsonObject(raw);
  const [only, ...more] = Array.isArray(hooks) ? (hooks as readonly unknown[]) : [];
  const isTrap = more.length === 0 && String(asJsonObject(only)['command']).includes(TRAP);
  return isTrap || (isOurMcpToolHook(raw) && !isFolderHook(raw));
}

const isFolderHook = (raw: unknown): boolean =>
  isOurMcpToolHook(raw) && /^mcp__.*__\(\?:/.test(String(asJsonObject(raw)['matcher']));

const FORMER: readonly ListedItem[] = ['PostToolUse', 'MessageDisplay', 'PreToolUse', 'SessionStart'].flatMap((event) =>
  ['hook', 'command', 'trap'].map((name) => ({ list: ['hooks', event], name, item: {}, isOurs: isFormerHook })),
);

/** Name of our plugin and of its marketplace. */
const PLUGIN = 'mcp-pruner';
/** Variables of hooks that the plugin reads as well. */
const VARIABLES: Readonly<Record<string, (raw: unknown) => boolean>> = {
  MCP_PRUNER_HOOKS: (raw) => HOOK_MODES.some((one) => one === raw),
  MCP_PRUNER_HOOK_IGNORE: (raw) => typeof raw === 'string',
  MCP_PRUNER_HOOK_CUTS: (raw) => HOOK_CUTS.some((one) => one === raw),
};

/**
 * Values that make Claude Code load our plugin from this package (https://code.claude.com/docs/en/settings), and the
 * variables of hooks that were asked for.
 */
function pluginValues({ args: [first], entry = first, env }: Launch): readonly ListedValue[] {
  if (entry === undefined) throw new Error('cannot find the plugin: the server’s entry file is unknown');
  // The entry is in `dist` or `launcher`, beside the plugin's marketplace.
  const source = { source: 'directory', path: path.dirname(path.dirname(entry)) };
  return [
    {
      ...{ path: ['extraKnownMarketplaces', PLUGIN], value: { source } },
      isOurs: (raw) => asJsonObject(asJsonObject(raw)['source'])['source'] === 'directory',
    },
    { path: ['enabledPlugins', `${PLUGIN}@${PLUGIN}`], value: true, isOurs: (raw) => raw === true },
    ...Object.entries(VARIABLES).map(([name, isOurs]) => ({ path: ['env', name], value: env[name], isOurs })),
  ];
}

/** Claude Code's default for the max tokens of an answer, and the lowest limit that our answers fit into. */
const DEFAULT_TOKENS = 25_000;
const MIN_TOKENS = 10_000;

const BYTES = 'MCP_PRUNER_MAX_RESPONSE_BYTES';

const LIMIT_CHECK: LimitCheck = {
  file: (places) => path.join(claudeHome(places), 'settings.json'),
  check({ own, env, file, settings }) {
    const inFile = asJsonObject(settings?.['env'])['MAX_MCP_OUTPUT_TOKENS'];
    const given = inFile ?? env['MAX_MCP_OUTPUT_TOKENS'];
    const tokens = given === undefined ? DEFAULT_TOKENS : Number(given);
    if (!(tokens >= MIN_TOKENS)) {
      const message = `Claude Code refuses answers of more than MAX_MCP_OUTPUT_TOKENS=${String(given)} tokens; ours may have ${MIN_TOKENS}`;
      const fix = inFile === undefined ? 'unset MAX_MCP_OUTPUT_TOKENS' : `take MAX_MCP_OUTPUT_TOKENS out of ${file}`;
      return { status: 'WARN', message, fix };
    }
    const bytes = own[BYTES] ?? env[BYTES];
    const longer =
      bytes === undefined
        ? `it puts longer ones into a file; set ${BYTES} to keep ours shorter`
        : `ours have at most ${bytes} bytes`;
    return { status: 'PASS', message: `Claude Code takes answers of up to ${tokens} tokens; ${longer}` };
  },
};

/**
 * Values of ENABLE_TOOL_SEARCH that make Claude Code defer tools. `auto` is not included, because its effect depends on
 * what other servers list.
 */
const SEARCH_ON: ReadonlySet<string | undefined> = new Set([undefined, '', '1', 'true', 'yes', 'on']);
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
        Object.entries(asJsonObject(enabledPlugins)).find(([name]) => name.startsWith(`${PLUGIN}@`))?.[1],
    },
    instructions: (places, project) => ({ path: path.join(project ? places.cwd : claudeHome(places), 'CLAUDE.md') }),
    reach: {
      ...{
        tried: '2.1.332',
        can: 'Read, Bash and PowerShell with any exit code, Grep and Glob where they are offered, WebFetch, tools of other MCP servers with one text',
      },
      cannot: 'outputs of more than 30,000 characters, which it moves to files itself',
    },
    hooks: (places, project, { name: server, launch }) => ({
      path: settingsFile(places, project),
      items: [{ list: ['hooks', 'PreToolUse'], name: 'hook', item: folderHook(server), isOurs: isFolderHook }],
      values: pluginValues(launch),
      former: FORMER,
    }),
    // Plugins run inside it since then. Versions 2.1.110 to 2.1.117 ignore the whole file if it has a hook of our type.
    hooksSince: '2.1.290',
    notInProject:
      'GitHub Copilot CLI also reads that file, and drops all of it if it contains a hook of type "mcp_tool"',
    hooksSuffice: true,
    serverOf: serverOfMcpToolHook,
    cacheLifetime: readCacheLifetime,
    disabling: DISABLING_SETTINGS,
    permissions: (places, project, { name: server }, tools) => ({
      path: settingsFile(places, project),
      items: tools
        .map((tool) => `mcp__${server}__${tool}`)
        .map((item) => ({ ...{ list: ['permissions', 'allow'], name: item, item }, isOurs: (raw) => raw === item })),
    }),
    permissionOfAll: (server) => `mcp__${server}`,
    unattended: 'claude -p',
    listing: ['mcp', 'list'],
  },
  // Claude Code moves results of more than 50,000 characters to a file, and cuts errors at 11,000.
  // By measure, too many of its commands that were cut by default lacked a line (docs/recorded-sessions.md).
  usualCuts: 'references',
  client: { name: 'claude-code', wholeBytes: { success: 48_000, failure: 10_240 } },
  loadHooks: async () => (await import('./hook-calls.ts')).createHooks(),
  hooksNameNone: true,
  readCounts: readModCounts,
  recordings: {
    format: 'claude-code',
    hookedTools: /^(?:Read|Bash|PowerShell|Grep|Glob|WebFetch|mcp__.*)$/,
    folders: (places) => [
      { path: path.join(claudeHome(places), 'projects'), isSession: (file) => file.endsWith('.jsonl') },
    ],
  },
};
