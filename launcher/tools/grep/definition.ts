import * as z from 'zod/mini';
import type { ToolDefinition } from '../definition.ts';
import { type GrepArguments, grepArguments } from './arguments.ts';
import { renderLines, renderMatches } from './render-matches.ts';
import type { GrepResult } from './result.ts';

export const grep: ToolDefinition<GrepArguments, GrepResult> = {
  name: 'grep',
  title: 'Search files',
  description:
    'Search files for a regular expression; path, line, column and text of each match come back. With context_focus_question only the matches that answer it come back. Hidden files and those that .gitignore names are skipped unless path names them.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  arguments: grepArguments,
  outputSchemas: () => ({
    success: z.object({
      tool: z.literal('grep'),
      pattern: z.string(),
      paths: z.array(z.string()),
      matches: z.array(
        z.object({ path: z.string(), line: z.number(), column: z.nullable(z.number()), text: z.string() }),
      ),
      match_count: z.number(),
      truncated: z.boolean(),
      duration_ms: z.number(),
      context: z.optional(z.array(z.object({ path: z.string(), line: z.number(), text: z.string() }))),
      matches_left_out: z.optional(z.number()),
      question_unmatched: z.optional(z.literal(true)),
      binary_files: z.optional(z.array(z.string())),
      binary_files_left_out: z.optional(z.number()),
      unreadable: z.optional(z.array(z.string())),
    }),
    error: z.object({
      tool: z.literal('grep'),
      error: z.object({
        code: z.enum(['timeout', 'spawn_error', 'invalid_path', 'rg_error', 'folder_gone']),
        message: z.string(),
        exit_code: z.optional(z.number()),
      }),
    }),
  }),
  pathsOf: (args) => [
    ...(args.cwd === undefined ? [] : [['cwd', args.cwd] as const]),
    ...(args.path === undefined ? [] : [['path', args.path] as const]),
    ...(args.paths ?? []).map((path, i) => [`paths.${i}`, path] as const),
  ],
  questionOf: (args) => args.context_focus_question,
  execute: async (args, context) => (await import('./execute.ts')).executeGrep(args, context),
  renderText: renderMatches,
  renderKept: renderLines,
  bodyFields: ['matches', 'context'],
};
