import type { AnyToolResult } from '../../../src/fit/result/any-tool-result.ts';
import { RESULT_META } from '../../../src/mcp/tool-result.ts';
import { shellWord } from '../../platform/text/shell-word.ts';
import type { OfferedTool } from '../catalog/offered-tool.ts';

/** Builds the answer to a call of a tool that waits for approval. */
export function toHeldCall({ name, server, tool }: OfferedTool): AnyToolResult {
  const code = 'held_back';
  const message = `cannot call ${JSON.stringify(tool.name)} of server ${JSON.stringify(server)}: it is new, or was changed since it was approved`;
  const advice = `It was not called; the user can run: mcp-pruner mcp approve ${shellWord(server)}`;
  return {
    content: [{ type: 'text', text: `[${code}: ${message}]\n${advice}` }],
    isError: true,
    _meta: { [RESULT_META]: { tool: name, server, error: { code, message } } },
  };
}
