import * as z from 'zod/mini';
import { splitLines } from '../../../src/text/lines.ts';
import type { OutputText, ToolDefinition } from '../definition.ts';
import { type BashArguments, bashArguments } from './arguments.ts';
import type { BashResult } from './result.ts';

export const bash: ToolDefinition<BashArguments, BashResult> = {
  name: 'bash',
  title: 'Run a shell command',
  description:
    'Run a shell command without input; exit code, stdout and stderr come back. With context_focus_question only the lines that answer it come back, each gap marked "(filtered N lines: a-b)".',
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  arguments: bashArguments,
  outputSchemas: () => ({
    success: z.object({
      tool: z.literal('bash'),
      command: z.string(),
      cwd: z.string(),
      stdout: z.string(),
      stderr: z.string(),
      exit_code: z.number(),
      timed_out: z.boolean(),
      truncated: z.boolean(),
      duration_ms: z.number(),
    }),
    error: z.object({
      tool: z.literal('bash'),
      error: z.object({
        code: z.enum(['timeout', 'spawn_error', 'nonzero_exit', 'invalid_cwd', 'folder_gone']),
        message: z.string(),
        exit_code: z.optional(z.number()),
      }),
      stdout: z.optional(z.string()),
      stderr: z.optional(z.string()),
    }),
  }),
  pathsOf: (args) => (args.cwd === undefined ? [] : [['cwd', args.cwd]]),
  questionOf: (args) => args.context_focus_question,
  execute: async (args, context) => (await import('./execute.ts')).executeBash(args, context),
  renderText: (result) => {
    const status = `[exit code ${result.exit_code}${result.truncated ? ', output truncated' : ''}]`;
    return [...streamTexts(result.stdout, result.stderr), status].join('\n');
  },
  renderFailed: ({ stdout = '', stderr = '' }) => streamTexts(String(stdout), String(stderr)),
  textsOf: ({ stdout = '', stderr = '' }) => streams(String(stdout), String(stderr)),
  bodyFields: ['stdout', 'stderr'],
};

function streams(stdout: string, stderr: string): readonly OutputText[] {
  // `[stderr]` takes a line of its own. Lines are counted as in artifacts, because progress bars end lines with a lone
  // CR.
  const above = splitLines([...streamTexts(stdout, ''), '[stderr]'].join('\n')).count;
  return [
    { field: 'stdout', text: stdout, firstLine: 1 },
    { field: 'stderr', text: stderr, firstLine: above + 1 },
  ].filter(({ text }) => text !== '');
}

/** Returns both streams as text blocks, without their final newlines. Empty streams are left out. */
function streamTexts(stdout: string, stderr: string): string[] {
  const blocks: string[] = [];
  if (stdout !== '') blocks.push(stdout.replace(/\r?\n$/, ''));
  if (stderr !== '') blocks.push(`[stderr]\n${stderr.replace(/\r?\n$/, '')}`);
  return blocks;
}
