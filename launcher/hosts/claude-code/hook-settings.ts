import { asJsonObject } from '../../../src/base/json/json-object.ts';
import { shellWord } from '../../platform/text/shell-word.ts';
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
const ours = (server: string): string => `mcp__${prefix(server)}(?:read|bash|grep)`;
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
 * - `PostToolUse` has the results.
 * - `MessageDisplay` has the agent's words before a call, which the session's record has too late.
 * - `PreToolUse` has the folder in which the agent calls one of our tools.
 * - `SessionStart` comes after a compaction. The answer lists shortened results.
 */
export function claudeHooks(server: string): Readonly<Record<string, readonly [object]>> {
  return {
    PostToolUse: [mcpToolHook(server, tools(server), handedOn(RESULT))],
    MessageDisplay: [mcpToolHook(server, undefined, handedOn(DISPLAYED))],
    PreToolUse: [mcpToolHook(server, ours(server), handedOn(FOLDER))],
    SessionStart: [mcpToolHook(server, 'compact', handedOn(COMPACTION))],
  };
}

/** Pattern of the tool whose commands our trap sees. */
const SHELL = 'Bash';
/** Name of the trap's variable, by which we know our hook. */
const CODE = 'mcp_pruner_code';

/** True for our hook that tells the server which commands run. */
export function isOurCommandHook(raw: unknown): boolean {
  return isOurMcpToolHook(raw) && asJsonObject(raw)['matcher'] === SHELL;
}

/**
 * Returns our hooks for commands that fail, whose output no hook of Claude Code can replace. `PreToolUse` tells the
 * server which command runs. At its start, a session gets a trap for its shells. The trap shortens the output of a
 * command that failed, in the file in which Claude Code collects it, before Claude Code reads that file
 * (https://code.claude.com/docs/en/hooks, "Persist environment variables").
 */
export function failedCommandHooks(server: string, launch: Launch): readonly ListedItem[] {
  const command = { type: 'command', command: toCommand(launch), timeout: 5 };
  return [
    {
      ...{ list: ['hooks', 'PreToolUse'], name: 'command', isOurs: isOurCommandHook },
      item: mcpToolHook(server, SHELL, handedOn(COMMAND)),
    },
    {
      ...{ list: ['hooks', 'SessionStart'], name: 'trap', item: { hooks: [command] } },
      isOurs: (raw) => {
        const { hooks } = asJsonObject(raw);
        const [only, ...more] = Array.isArray(hooks) ? (hooks as readonly unknown[]) : [];
        return more.length === 0 && String(asJsonObject(only)['command']).includes(CODE);
      },
    },
  ];
}

/** Returns the command that adds the trap to what Claude Code runs before each command. */
function toCommand(launch: Launch): string {
  const trap = `trap ${shellWord(trapBody(launch))} EXIT`;
  return `[ -n "$CLAUDE_ENV_FILE" ] && printf '%s\\n' ${shellWord(trap)} >>"$CLAUDE_ENV_FILE"; exit 0`;
}

/** Returns what a shell runs at its end. It neither prints anything nor changes the exit code. */
function trapBody(launch: Launch): string {
  const own = shellWord(launch.command);
  // Our start script finds Node and the hook by itself.
  const [file, start] =
    launch.args.length === 0
      ? [own, `${own} hook`]
      : [shellWord(partOfLaunch(launch, HOOK_PART)), `${own} ${shellWord(partOfLaunch(launch, HOOK_PART))}`];
  const { MCP_PRUNER_HOME: home } = launch.env;
  const shorten = `${start} claude-code ${FAILED}${home === undefined ? '' : ` ${shellWord(home)}`}`;
  const executed = `printf %s "\${BASH_EXECUTION_STRING-$ZSH_EXECUTION_STRING}"`;
  return `${CODE}=$?; if [ $${CODE} -ne 0 ] && [ -f ${file} ]; then ${executed} | ${shorten} 2>/dev/null; fi`;
}
