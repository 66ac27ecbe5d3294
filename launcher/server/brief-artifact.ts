import type { DescribedTool } from '../../src/mcp/describe-tool.ts';

const LINE = { type: 'integer' };

/**
 * Short definition of the tool `artifact`, for a model that gets it with every request but rarely needs it. The tool
 * also accepts the arguments that are not listed here. A page of a long result says how to use `cursor`.
 */
export const BRIEF_ARTIFACT: DescribedTool = {
  name: 'artifact',
  title: 'Read a stored artifact',
  description: 'Get back a result that was shortened: all, lines a to b, or lines that match.',
  inputSchema: {
    type: 'object',
    properties: {
      ref: { type: 'string' },
      start_line: LINE,
      end_line: LINE,
      pattern: { type: 'string', description: 'Regular expression' },
      cursor: { type: 'string' },
    },
    required: ['ref'],
  },
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
};
