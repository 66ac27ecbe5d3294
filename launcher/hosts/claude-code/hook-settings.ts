import { handedOn, mcpToolHook } from '../mcp-tool-hook.ts';

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
