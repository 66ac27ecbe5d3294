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
    }),
    error: z.object({
      tool: z.literal('read'),
      error: z.object({
        code: z.enum(['not_found', 'permission_denied', 'invalid_path', 'io_error']),
        message: z.string(),
      }),
    }),
  }),
  pathsOf: (args) => [['file_path', args.file_path]],
  questionOf: (args) => args.context_focus_question,
  execute: async (args, context) => (await import('./execute.ts')).executeRead(args, context),
  renderText: (result) => {
    if (result.truncated) return `${result.content}\n[truncated: only the first ${result.bytes} bytes are shown]`;
    const pastEnd = result.content === '' && result.total_lines !== undefined;
    return pastEnd ? `[nothing there: the file has ${result.total_lines} lines]` : result.content;
  },
  bodyFields: ['content'],
};
