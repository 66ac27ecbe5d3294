import type { Cell, Point } from './judging/judgement.ts';
import { percentOf, pointsOf } from './report/figure-words.ts';
import { fullCount } from './report/short-count.ts';
import type { CaseFigures, Recalls } from './sums/figures.ts';

/**
 * Formats the figures as a Markdown table for the docs: the engine and every baseline at each point, 95 % intervals in
 * brackets.
 */
export function figuresTable({ cells, differences, needed, idle }: CaseFigures): string {
  const heads = [
    ...['point', 'method', 'kept', `edit: hit (${fullCount(needed.edit)})`, 'edit: cover'],
    ...[`use: hit (${fullCount(needed.use)})`, 'use: cover', `fetch: hit (${fullCount(needed.fetch)})`, 'fetch: cover'],
    ...[`every needed line (${fullCount(needed.any)})`, `kept of unused (${fullCount(idle)})`],
  ];
  const rows = cells.flatMap((cell, at) => {
    const row = [pointName(cell.point), cell.method, percentOf(cell.share), ...recalls(cell, percentOf)];
    const ends = cells[at + 1]?.point !== cell.point;
    const ahead = ends ? differences.find(({ point }) => point === cell.point) : undefined;
    const full = [...row, percentOf(cell.waste)];
    return ahead === undefined
      ? [full]
      : [full, [pointName(ahead.point), 'engine − BM25', '', ...recalls(ahead, pointsOf), '']];
  });
  return [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

function recalls({ hit, cover, all }: Recalls, words: typeof pointsOf): string[] {
  return [hit.edit, cover.edit, hit.use, cover.use, hit.fetch, cover.fetch, all.any].map((one) => words(one));
}

function pointName(point: Point | Cell['point']): string {
  return typeof point === 'number' ? `${Math.round(point * 100)} %` : point;
}
