import { isGap } from '../../../src/text/gap-marker.ts';
import { isNotice, UNMATCHED } from '../../../src/text/unmatched.ts';
import type { Prunable } from '../prunable.ts';
import { nearMatches } from './near-matches.ts';
import type { GrepMatch, GrepResult } from './result.ts';

const WITH_COLUMN = /^(.+?):(\d+):(\d+):(.*)$/s;
const WITHOUT_COLUMN = /^(.+?):(\d+):(.*)$/s;

const inOneLine = (path: string): string => path.replaceAll('\n', '\\n').replaceAll('\r', '\\r');

function rendered({ path, line, column, text }: GrepMatch): string {
  return `${inOneLine(path)}:${line}:${column === null ? '' : `${column}:`}${text}`;
}

/** Parses a line that does not equal any of ours, because a remote pruner may have rewritten it. */
function parsed(shown: string, hasColumns: boolean): GrepMatch | undefined {
  const columned = hasColumns ? WITH_COLUMN.exec(shown) : null;
  if (columned) {
    return { path: columned[1] ?? '', line: Number(columned[2]), column: Number(columned[3]), text: columned[4] ?? '' };
  }
  const plain = WITHOUT_COLUMN.exec(shown);
  return plain ? { path: plain[1] ?? '', line: Number(plain[2]), column: null, text: plain[3] ?? '' } : undefined;
}

function readBack(pruned: string, ours: readonly GrepMatch[]): readonly GrepMatch[] | undefined {
  const lines = ours.map(rendered);
  const hasColumns = ours.some(({ column }) => column !== null);
  const kept: GrepMatch[] = [];
  let next = 0;
  for (const shown of pruned.replace(/\n$/, '').split('\n')) {
    if (shown === '' && pruned.trim() === '') continue;
    if (isGap(shown) || isNotice(shown)) continue;
    const at = lines.indexOf(shown, next);
    const match = at < 0 ? parsed(shown, hasColumns) : ours[at];
    if (match === undefined) return undefined;
    if (at >= 0) next = at + 1;
    kept.push(match);
  }
  return kept;
}

/** True if the text is an outline, whose last line says that no line matches the question. */
function isUnmatchedText(pruned: string): boolean {
  return pruned === UNMATCHED || pruned.trimEnd().endsWith(`\n${UNMATCHED}`);
}

/** Makes matches prunable as `path:line:column:text` lines. The pruned lines are parsed back into matches. */
export function prunableMatches(result: GrepResult, contextLines: number): Prunable<GrepResult> {
  return {
    text: result.matches.map(rendered).join('\n'),
    kind: 'search',
    apply: (pruned) => {
      const matches = readBack(pruned, result.matches);
      if (matches === undefined) return undefined;
      const context = result.context && { context: nearMatches(result.context, matches, contextLines) };
      const leftOut = result.matches.length - matches.length;
      const unmatched = isUnmatchedText(pruned) && ({ question_unmatched: true } as const);
      const note = leftOut > 0 ? { matches_left_out: leftOut, ...unmatched } : {};
      return { ...result, matches, match_count: matches.length, ...context, ...note };
    },
  };
}
