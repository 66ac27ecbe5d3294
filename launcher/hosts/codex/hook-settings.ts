import { handedOn, mcpToolHook } from '../mcp-tool-hook.ts';

/** Pattern of the tools to hook. `Bash` covers all commands, and Codex has no tool of its own for reading files. */
const TOOLS = 'Bash';
const RESULT = ['hook_event_name', 'tool_name', 'tool_input', 'tool_response', 'tool_use_id', 'transcript_path'];

/** Returns our hook for Codex's `hooks.json`. Codex trusts the exact text, so it contains no path that may change. */
export function codexHook(server: string): object {
  return mcpToolHook(server, TOOLS, { host: 'codex', ...handedOn(RESULT) });
}
