import type { AnyToolResult } from '../../../src/fit/result/any-tool-result.ts';
import { RESULT_META } from '../../../src/mcp/tool-result.ts';
import { shellWord } from '../../platform/text/shell-word.ts';
import type { OfferedTool } from '../catalog/offered-tool.ts';
import { isTaskOnly, TASK_ONLY } from '../catalog/task-only.ts';

/** Builds the answer to a call of a tool that is not offered, because it waits for approval or only runs as a task. */
export function toHeldCall({ name, server, tool }: OfferedTool): AnyToolResult {
  const only = isTaskOnly(tool);
  const code = only ? 'task_required' : 'held_back';
  const why = only ? TASK_ONLY : 'it is new, or was changed since it was approved';
  const message = `cannot call ${JSON.stringify(tool.name)} of server ${JSON.stringify(server)}: ${why}`;
  const advice = only ? '' : `\nIt was not called; the user can run: mcp-pruner mcp approve ${shellWord(server)}`;
  return {
    content: [{ type: 'text', text: `[${code}: ${message}]${advice}` }],
    isError: true,
    _meta: { [RESULT_META]: { tool: name, server, error: { code, message } } },
  };
}
