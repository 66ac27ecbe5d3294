import * as z from 'zod/mini';
import type { ToolDefinition } from '../definition.ts';
import { type ReadArguments, readArguments } from './arguments.ts';
import type { ReadResult } from './result.ts';

export const read: ToolDefinition<ReadArguments, ReadResult> = {
  name: 'read',
  title: 'Read a file',
  description:
    'Read a text file, or lines start_line..end_line of it. With context_focus_question only the lines that answer it come back, each gap marked "(filtered N lines: a-b)": read lines a to b to fill it.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  arguments: readArguments,
  outputSchemas: () => ({
    success: z.object({
      tool: z.literal('read'),
      file_path: z.string(),
      encoding: z.literal('utf-8'),
      content: z.string(),
      truncated: z.boolean(),
      bytes: z.number(),
      duration_ms: z.number(),
      start_line: z.optional(z.number()),
      end_line: z.optional(z.number()),
      total_lines: z.optional(z.number()),
      instructions: z.optional(z.array(z.string())),
    }),
    error: z.object({
      tool: z.literal('read'),
      error: z.object({
        code: z.enum(['not_found', 'permission_denied', 'invalid_path', 'io_error', 'folder_gone']),
        message: z.string(),
      }),
    }),
  }),
  pathsOf: (args) => [['file_path', args.file_path]],
  questionOf: (args) => args.context_focus_question,
  execute: async (args, context) => (await import('./execute.ts')).executeRead(args, context),
  renderText: (result) => {
    const { instructions } = result;
    const content = renderContent(result);
    if (instructions === undefined) return content;
    return `${content.replace(/\n$/, '')}\n[this folder has instructions of its own: read ${instructions.join(' and ')}]`;
  },
  bodyFields: ['content'],
};

function renderContent({ content, truncated, bytes, total_lines: lines }: ReadResult): string {
  if (truncated) return `${content}\n[truncated: only the first ${bytes} bytes are shown]`;
  return content === '' && lines !== undefined ? `[nothing there: the file has ${lines} lines]` : content;
}
