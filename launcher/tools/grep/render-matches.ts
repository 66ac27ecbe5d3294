import type { GrepResult } from './result.ts';

/** Matches as `path:line:column:text`, context lines as `path-line-text` in their places, and what else is to be known. */
export function renderMatches(result: GrepResult): string {
  const rows = [
    ...result.matches.map(({ path, line, column, text }) => ({
      path,
      line,
      shown: `${path}:${line}:${column === null ? '' : `${column}:`}${text}`,
    })),
    ...(result.context ?? []).map(({ path, line, text }) => ({ path, line, shown: `${path}-${line}-${text}` })),
  ].sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : a.line - b.line));
  const notes: string[] = [];
  const leftOut = result.matches_left_out ?? 0;
  if (result.match_count === 0 && leftOut === 0) notes.push('[no matches]');
  if (leftOut > 0) {
    const all = result.match_count + leftOut;
    notes.push(`[${leftOut} of ${all} matches left out by the question; ask without it to see all]`);
  }
  if (result.truncated) notes.push(`[truncated: only the first ${result.match_count + leftOut} matches were found]`);
  for (const path of result.binary_files ?? []) notes.push(`[binary file matches: ${path}]`);
  return [...rows.map((row) => row.shown), ...notes].join('\n');
}
