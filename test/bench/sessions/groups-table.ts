import { percentOf } from './report/figure-words.ts';
import type { CaseFigures, SessionFigures } from './sums/figures.ts';

/** A Markdown table of the engine at its own point beside BM25, by tool, kind of text, length and format. */
export function groupsTable({ by }: SessionFigures): string {
  const rows = Object.entries(by).flatMap(([group, figures]: [string, ReadonlyMap<string, CaseFigures>]) =>
    [...figures].sort(([, a], [, b]) => b.cases - a.cases).map(([name, of]) => row(group, name, of)),
  );
  const heads = ['by', '', 'cases', 'with a need', 'kept', 'hit', 'BM25 hit', 'cover', 'BM25 cover', 'all', 'BM25 all'];
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function row(group: string, name: string, { cases, needed, cells }: CaseFigures): string[] {
  const [engine, bm25] = ['engine', 'BM25'].map((method) => cells.find((cell) => cell.method === method));
  if (engine === undefined || bm25 === undefined) throw new Error(`no figures of engine and BM25 for ${group} ${name}`);
  const measures = (['hit', 'cover', 'all'] as const).flatMap((measure) =>
    [engine, bm25].map((cell) => percentOf(cell[measure].any)),
  );
  return [group, name, String(cases), String(needed.any), percentOf(engine.share), ...measures];
}
