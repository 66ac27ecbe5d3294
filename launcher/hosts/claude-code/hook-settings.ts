import { handedOn, mcpToolHook } from '../mcp-tool-hook.ts';

/** Pattern of the tools whose results can be shortened, including those of other MCP servers. */
const tools = (server: string): string => `Read|Bash|Grep|Glob|WebFetch|mcp__(?!${server}__).*`;
const RESULT = [
  ...['hook_event_name', 'tool_name', 'tool_input', 'tool_response', 'tool_use_id', 'transcript_path', 'agent_id'],
];
const COMPACTION = ['hook_event_name', 'source', 'transcript_path'];

/** Returns our hook for Claude Code's settings. */
export function claudeHook(server: string): object {
  return mcpToolHook(server, tools(server), handedOn(RESULT));
}

/** Returns the hook that lists shortened results after a compaction. */
export function claudeCompactionHook(server: string): object {
  return mcpToolHook(server, 'compact', handedOn(COMPACTION));
}
