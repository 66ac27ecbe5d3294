import { FINAL_META, type ToolResult } from '../../../src/mcp/tool-result.ts';
import type { RequestFailureCode } from '../../../src/prune-api/request-failure.ts';
import { cutToChars } from '../../../src/text/cut-text.ts';
import { toSummary } from '../../../src/text/summary.ts';

/** Max UTF-16 units of a message, because an upstream's may be any text. */
const LONGEST_MESSAGE = 500;

/** Formats an expected failure as a result. */
export function toolFailure(code: RequestFailureCode, message: string): ToolResult {
  const told = cutToChars(message, LONGEST_MESSAGE);
  return {
    content: [{ type: 'text', text: `[${code}: ${told}]` }],
    structuredContent: { summary: toSummary(`${code}: ${told}`), success: false, code, message: told },
    isError: true,
    _meta: { [FINAL_META]: true },
  };
}
