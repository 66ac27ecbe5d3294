import * as z from 'zod/mini';
import type { ToolDefinition } from '../definition.ts';
import { type GrepArguments, grepArguments } from './arguments.ts';
import type { GrepResult } from './result.ts';

interface Row {
  readonly path: string;
  readonly line: number;
  /** Rest of the row after the path, including the separator. */
  readonly behind: string;
}

/**
 * Renders a file's only match as `path:line:column:text`. For several matches the path is on a line of its own above
 * them, between blank lines, because each repetition costs tokens. Context lines are `line-text`, in place. Notes come
 * last.
 */
export function renderMatches(result: GrepResult): string {
  const blocks = [...toBlocks(toRows(result)), ...toNotes(result).map((note) => [note])];
  const isApart = (at: number): boolean => (blocks[at]?.length ?? 0) > 1 || (blocks[at - 1]?.length ?? 0) > 1;
  return blocks.flatMap((lines, at) => (at > 0 && isApart(at) ? ['', ...lines] : lines)).join('\n');
}

/** Renders the matches with the path on every line, so that each line is meaningful on its own. */
export function renderLines(result: GrepResult): string {
  return [...toRows(result).map(({ path, behind }) => path + behind), ...toNotes(result)].join('\n');
}

/** Returns matches and context lines, sorted by path and line. */
function toRows({ matches, context = [] }: GrepResult): readonly Row[] {
  const rows: Row[] = [
    ...matches.map(({ path, line, column, text }) => {
      return { path, line, behind: `:${line}:${column === null ? '' : `${column}:`}${text}` };
    }),
    ...context.map(({ path, line, text }) => ({ path, line, behind: `-${line}-${text}` })),
  ];
  return rows.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
}

function toBlocks(rows: readonly Row[]): readonly (readonly string[])[] {
  const blocks: (readonly string[])[] = [];
  for (let from = 0; from < rows.length; ) {
    const { path, behind } = rows[from] as Row;
    let to = from + 1;
    while (rows[to]?.path === path) to++;
    const several = rows.slice(from, to).map((row) => row.behind.slice(1));
    blocks.push(several.length === 1 ? [path + behind] : [path, ...several]);
    from = to;
  }
  return blocks;
}

function toNotes(result: GrepResult): readonly string[] {
  const notes: string[] = [];
  const leftOut = result.matches_left_out ?? 0;
  const binary = result.binary_files ?? [];
  if (result.match_count === 0 && leftOut === 0 && binary.length === 0) notes.push('[no matches]');
  if (leftOut > 0) {
    const all = result.match_count + leftOut;
    const why = result.question_unmatched === true ? ', which none of them matches' : '';
    notes.push(`[${leftOut} of ${all} matches left out by the question${why}; ask without it to see all]`);
  }
  const shown = result.match_count + leftOut;
  if (result.truncated && shown > 0) notes.push(`[truncated: only the first ${shown} matches by path are shown]`);
  if (result.truncated && shown === 0) notes.push('[truncated: a file that matches could not be read to its end]');
  for (const one of result.unreadable ?? []) notes.push(`[could not be read: ${one}]`);
  const withMatches = new Set(result.matches.map(({ path }) => path));
  for (const path of binary) {
    const isShown = withMatches.has(path);
    const near = `[${path} has a NUL byte: matches near it and after it may be missing]`;
    notes.push(isShown ? near : `[binary file matches: ${path}]`);
  }
  const more = result.binary_files_left_out ?? 0;
  if (more > 0) notes.push(`[binary files that match too: ${more}]`);
  return notes;
}

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
