import type { DescribedTool } from '../../src/mcp/describe-tool.ts';

const LINE = { type: 'integer' };

/**
 * The tool `artifact` in few words, for a model that is sent it with every request and needs it rarely. It takes the
 * other arguments, too; pages name `cursor`.
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
