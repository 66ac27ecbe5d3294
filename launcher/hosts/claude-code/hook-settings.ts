import { asJsonObject } from '../../../src/base/json/json-object.ts';
import { shellWord } from '../../platform/text/shell-word.ts';
import { TOOL_NAMES } from '../../tools/catalog.ts';
import { FAILED } from '../hook-client/failed-command.ts';
import { HOOK_PART } from '../hook-line.ts';
import type { ListedItem } from '../host.ts';
import { type Launch, partOfLaunch } from '../launch.ts';
import { handedOn, isOurMcpToolHook, mcpToolHook } from '../mcp-tool-hook.ts';

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
export function isOurCommandHook(raw: unknown): boolean {
  return isOurMcpToolHook(raw) && asJsonObject(raw)['matcher'] === BASH_TOOL;
}

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
