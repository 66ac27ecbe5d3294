import { handedOn, mcpToolHook } from '../mcp-tool-hook.ts';

/** Pattern of the tools whose results can be shortened, including those of other MCP servers. */
const tools = (server: string): string => `Read|Bash|PowerShell|Grep|Glob|WebFetch|mcp__(?!${server}__).*`;
const RESULT = [
  'hook_event_name',
  'tool_name',
  'tool_input',
  'tool_response',
  'tool_use_id',
  'transcript_path',
  'agent_id',
];
const DISPLAYED = ['hook_event_name', 'message_id', 'delta', 'transcript_path'];
const COMPACTION = ['hook_event_name', 'source', 'transcript_path'];

/**
 * Returns our hooks for Claude Code's settings, by event: results, what the agent says before a call, because the
 * session's record has it too late, and compactions, after which shortened results are listed.
 */
export function claudeHooks(server: string): Readonly<Record<string, readonly [object]>> {
  return {
    PostToolUse: [mcpToolHook(server, tools(server), handedOn(RESULT))],
    MessageDisplay: [mcpToolHook(server, undefined, handedOn(DISPLAYED))],
    SessionStart: [mcpToolHook(server, 'compact', handedOn(COMPACTION))],
  };
}
