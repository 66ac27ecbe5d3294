import path from 'node:path';
import { asJsonObject } from '../../../src/base/json/json-object.ts';
import { shellWord } from '../../platform/text/shell-word.ts';
import { TOOL_NAMES } from '../../tools/catalog.ts';
import { FAILED } from '../hook-client/failed-command.ts';
import { HOOK_PART } from '../hook-line.ts';
import type { Host, LimitCheck, ListedItem } from '../host.ts';
import { commonEntry } from '../host-entry.ts';
import { jsonFile } from '../host-file.ts';
import { type Launch, partOfLaunch, plainServer } from '../launch.ts';
import { handedOn, isOurMcpToolHook, mcpToolHook, serverOfMcpToolHook } from '../mcp-tool-hook.ts';
import type { Places } from '../places.ts';
import { claudeHome } from './claude-home.ts';
import { DISABLING_SETTINGS } from './disabling-settings.ts';
import { otherHooks } from './other-hooks.ts';

/** Prefix of a server's tools. A plugin's server is named `plugin:NAME:SERVER`, its tools `mcp__plugin_NAME_SERVER__…`. */
const prefix = (server: string): string => `${server.replaceAll(/[^\w-]/g, '_')}__`;
/** Pattern of the tools whose results can be shortened, including those of other MCP servers. */
const tools = (server: string): string => `Read|Bash|PowerShell|Grep|Glob|WebFetch|mcp__(?!${prefix(server)}).*`;
/** Pattern of our tools that work in the agent's folder. */
const ours = (server: string): string => `mcp__${prefix(server)}(?:${TOOL_NAMES.join('|')})`;
const RESULT = [
  'hook_event_name',
  'tool_name',
  'tool_input',
  'tool_response',
  'tool_use_id',
  'transcript_path',
  'agent_id',
];
const DISPLAYED = ['hook_event_name', 'message_id', 'index', 'delta', 'transcript_path'];
const FOLDER = ['hook_event_name', 'tool_use_id', 'cwd', 'transcript_path'];
const COMMAND = ['hook_event_name', 'tool_name', 'tool_input', 'tool_use_id', 'cwd', 'transcript_path', 'agent_id'];
const COMPACTION = ['hook_event_name', 'source', 'transcript_path'];

/**
 * Returns our hooks for Claude Code's settings, by event:
 * - `PostToolUse` carries the results.
 * - `MessageDisplay` carries the agent's words before a call, because the transcript gets them too late.
 * - `PreToolUse` carries the folder in which the agent calls one of our tools.
 * - `SessionStart` comes after a compaction. Our answer lists the shortened results.
 */
export function claudeHooks(server: string): Readonly<Record<string, readonly [object]>> {
  return {
    PostToolUse: [mcpToolHook(server, tools(server), handedOn(RESULT))],
    MessageDisplay: [mcpToolHook(server, undefined, handedOn(DISPLAYED))],
    PreToolUse: [mcpToolHook(server, ours(server), handedOn(FOLDER))],
    SessionStart: [mcpToolHook(server, 'compact', handedOn(COMPACTION))],
  };
}

/** Matcher for the tool whose shells get the trap. */
const BASH_TOOL = 'Bash';
/** Variable that the trap sets. It also identifies our hook. */
const CODE = 'mcp_pruner_code';
/** Timeout of the host if our server hangs, in seconds. It is short because every command waits for the hook. */
const COMMAND_TIMEOUT_SECONDS = 2;

/** True for our hook that tells the server which commands run. */
const isOurCommandHook = (raw: unknown): boolean => isOurMcpToolHook(raw) && asJsonObject(raw)['matcher'] === BASH_TOOL;

/**
 * Returns our hooks for commands that fail, whose output no hook of Claude Code can replace. `PreToolUse` tells the
 * server which command runs. At its start, a session gets a trap for its shells. The trap shortens the output of a
 * command that failed, in the file in which Claude Code collects it, before Claude Code reads that file
 * (https://code.claude.com/docs/en/hooks, "Persist environment variables").
 */
export function failedCommandHooks(server: string, launch: Launch): readonly ListedItem[] {
  const hook = { type: 'command', command: addTrap(launch), timeout: COMMAND_TIMEOUT_SECONDS };
  return [
    {
      ...{ list: ['hooks', 'PreToolUse'], name: 'command', isOurs: isOurCommandHook },
      item: mcpToolHook(server, BASH_TOOL, handedOn(COMMAND), COMMAND_TIMEOUT_SECONDS),
    },
    {
      ...{ list: ['hooks', 'SessionStart'], name: 'trap', item: { hooks: [hook] } },
      isOurs: (raw) => {
        const { hooks } = asJsonObject(raw);
        const [only, ...more] = Array.isArray(hooks) ? (hooks as readonly unknown[]) : [];
        return more.length === 0 && String(asJsonObject(only)['command']).includes(CODE);
      },
    },
  ];
}

/** Returns the command that adds the trap, once, to what Claude Code runs before each command. */
function addTrap(launch: Launch): string {
  const file = '"$CLAUDE_ENV_FILE"';
  const add = `grep -qs ${CODE} ${file} || printf '%s\\n' ${shellWord(`trap ${shellWord(trapBody(launch))} EXIT`)} >>${file}`;
  // If another program runs these hooks, the variable may name one of the user's own files.
  return `case "$CLAUDE_ENV_FILE" in */session-env/*) ${add};; esac; exit 0`;
}

/**
 * Returns the commands that a shell runs when it exits. They print nothing and keep the exit code, whatever the command
 * has set, such as `set -ex` or NODE_OPTIONS.
 */
function trapBody(launch: Launch): string {
  const own = shellWord(launch.command);
  // Our start script finds Node and the hook by itself.
  const hook = launch.args.length === 0 ? 'hook' : shellWord(partOfLaunch(launch, HOOK_PART));
  const file = launch.args.length === 0 ? own : hook;
  const { MCP_PRUNER_HOME: home } = launch.env;
  const shorten = `NODE_OPTIONS= ${own} ${hook} claude-code ${FAILED}${home === undefined ? '' : ` ${shellWord(home)}`}`;
  const executed = `printf %s "\${BASH_EXECUTION_STRING-$ZSH_EXECUTION_STRING}"`;
  const quiet = `{ ${CODE}=$?; set +exv; trap - DEBUG ERR; } 2>/dev/null`;
  return `${quiet}; if [ $${CODE} -ne 0 ] && [ -f ${file} ]; then ${executed} | ${shorten} 2>/dev/null || :; fi`;
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
    otherHooks: {
      ...{ find: otherHooks, why: 'only the last answer would count' },
      tools: ['Read', 'Bash', 'PowerShell', 'Grep', 'Glob', 'WebFetch', 'mcp__*'],
    },
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
