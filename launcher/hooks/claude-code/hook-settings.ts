import { HARMLESS_TOOLS } from '../../hosts/harmless-tools.ts';
import { handedOn, mcpToolHook } from '../mcp-tool-hook.ts';

/** Tools whose results can be shortened, those of other MCP servers among them. */
const tools = (server: string): string => `Read|Bash|Grep|Glob|WebFetch|mcp__(?!${server}__).*`;
const RESULT = [
  ...['hook_event_name', 'tool_name', 'tool_input', 'tool_response', 'tool_use_id', 'transcript_path', 'agent_id'],
];
const COMPACTION = ['hook_event_name', 'source', 'transcript_path'];

/** The hook as Claude Code's settings have it. */
export function claudeHook(server: string): object {
  return mcpToolHook(server, tools(server), handedOn(RESULT));
}

/** The hook that lists shortened results after a compaction. */
export function claudeCompactionHook(server: string): object {
  return mcpToolHook(server, 'compact', handedOn(COMPACTION));
}

/** Our tools that change nothing, as Claude Code's permissions name them. */
export function claudePermissions(server: string): readonly string[] {
  return HARMLESS_TOOLS.map((tool) => `mcp__${server}__${tool}`);
}
