import type { ProjectCount } from '../../../src/context/context-store.ts';
import type { Shares, WorkingSetSum } from '../../../src/context/usage/sum-working-set.ts';
import { alignRows } from '../align-rows.ts';
import { printable } from '../printable.ts';

/** Width of the longest bar, in columns. */
const WIDEST = 40;
/** Max segments to list by name among those that would be removed. */
export const MAX_GOING = 8;
const count = new Intl.NumberFormat('en');

/**
 * Draws a working set for a terminal: its size, the stashed segments, tokens by type and age, segments that would be
 * removed, and segments that stay. `about` maps segment ids to descriptions.
 */
export function drawWorkingSet(
  { project, stashed, stashedTokens }: Pick<ProjectCount, 'project' | 'stashed' | 'stashedTokens'>,
  sum: WorkingSetSum,
  limit: number,
  about: ReadonlyMap<string, string> = new Map(),
): string {
  const percent = Math.round((sum.tokens / limit) * 1000) / 10;
  const head = [
    `${printable(project)}: ${count.format(sum.tokens)} of ${count.format(limit)} tokens, ${percent} %, ${toSegments(sum.segments)}`,
    `  [${gauge(sum.tokens / limit)}]`,
    ...(stashed === 0 ? [] : [`  stashed: ${toSegments(stashed)}, ${count.format(stashedTokens)} tokens`]),
  ];
  if (sum.segments === 0) return head.join('\n');
  const parts = [
    head.join('\n'),
    table('By type', sum.byType),
    table('By age', sum.byAge),
    '  █ protected   ▒ kept for now   ░ would be released',
    ...(sum.heldBy.length === 0
      ? []
      : [
          rows(
            'Protected by',
            sum.heldBy.map(({ reason, segments, tokens }) => [
              `  ${reason.replaceAll('_', ' ')}`,
              count.format(tokens),
              toSegments(segments),
            ]),
          ),
        ]),
    ...(sum.going.length === 0 ? [] : [goingRows(sum, about)]),
  ];
  return parts.join('\n\n');
}

const toSegments = (number: number): string => `${number} ${number === 1 ? 'segment' : 'segments'}`;

function gauge(share: number): string {
  const full = Math.min(WIDEST, Math.round(share * WIDEST));
  return '█'.repeat(full) + '·'.repeat(WIDEST - full);
}

function table(title: string, shares: readonly Shares[]): string {
  const max = Math.max(1, ...shares.map(({ held, rest, going }) => held + rest + going));
  return rows(
    title,
    shares.map(({ name, held, rest, going }) => [
      `  ${name}`,
      count.format(held + rest + going),
      barOf([held, rest, going], max),
    ]),
  );
}

/** Draws one stacked bar. Rounded, except that each nonzero part gets at least one cell. */
function barOf(parts: readonly number[], max: number): string {
  const marks = ['█', '▒', '░'];
  let [sum, drawn, bar] = [0, 0, ''];
  for (const [i, part] of parts.entries()) {
    sum += part;
    const to = Math.round((sum / max) * WIDEST);
    bar += (marks[i] ?? '').repeat(Math.max(part > 0 && to === drawn ? 1 : 0, to - drawn));
    drawn = Math.max(drawn, to);
  }
  return bar;
}

function goingRows({ going }: WorkingSetSum, about: ReadonlyMap<string, string>): string {
  const shown = going.slice(0, MAX_GOING);
  const tokens = going.reduce((all, one) => all + one.tokens, 0);
  const more = going.length > shown.length ? [[`  and ${going.length - shown.length} more`]] : [];
  return rows(`Segments to release: ${toSegments(going.length)}, ${count.format(tokens)} tokens`, [
    ...shown.map(({ id, score, tokens: size, reason }) => [
      `  ${printable(about.get(id) || id)}`,
      count.format(size),
      score.toFixed(2),
      reason,
    ]),
    ...more,
  ]);
}

/** Formats a title with rows below it. The second column is right-aligned. */
function rows(title: string, cells: readonly (readonly string[])[]): string {
  const widest = Math.max(...cells.map(([, number = '']) => number.length));
  const aligned = cells.map(([name = '', number, ...rest]) =>
    number === undefined ? [name] : [name, number.padStart(widest), ...rest],
  );
  return [title, ...alignRows(aligned)].join('\n');
}
