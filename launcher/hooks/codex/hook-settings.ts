import { handedOn, mcpToolHook } from '../mcp-tool-hook.ts';

/** Commands, whatever tool runs them. Codex has no tool of its own that reads files. */
const TOOLS = 'Bash';
const RESULT = ['hook_event_name', 'tool_name', 'tool_input', 'tool_response', 'tool_use_id', 'transcript_path'];

/** The hook as Codex's `hooks.json` has it. Codex trusts these very words, so they hold no path that may change. */
export function codexHook(server: string): object {
  return mcpToolHook(server, TOOLS, { host: 'codex', ...handedOn(RESULT) });
}
