import { extname } from 'node:path';
import type { Verdict } from './history/judge.ts';
import { sumVerdicts } from './history/sum-verdicts.ts';

/** Verdicts of all cases at one point: a share of the tokens, or the engine's own choice (undefined). */
export type Verdicts = ReadonlyMap<number | undefined, readonly Verdict[]>;

type GroupOf = (verdict: Verdict) => string;

const LANGUAGES: Readonly<Record<string, string>> = { '.tsx': '.ts', '.jsx': '.js', '.mjs': '.js', '.cjs': '.js' };
const language: GroupOf = ({ of }) => {
  const extension = extname(of.path);
  return `language ${(LANGUAGES[extension] ?? extension).slice(1)}`;
};

const GROUPS: readonly GroupOf[] = [
  language,
  ({ of }) => (of.question.trim().split(/\s+/).length <= 6 ? 'words up to 6' : 'words 7 and more'),
  ({ of }) => {
    const lines = of.text.split('\n').length;
    return lines < 500 ? 'lines up to 499' : lines < 1500 ? 'lines 500 to 1,499' : 'lines 1,500 and more';
  },
];

const HEADS = ['kept', 'hit', 'BM25 hit', 'cover', 'BM25', 'head', 'of the better', 'nothing', 'ms'] as const;

/** Shows each family's figures as Markdown, and with `grouped` also those of its languages and lengths. */
export function showFigures(families: readonly string[], verdicts: Verdicts, grouped: boolean): string {
  const rows = families.flatMap((family) =>
    [...verdicts].flatMap(([ratio, all]) => {
      const of = all.filter((one) => one.of.family === family);
      const point = ratio === undefined ? 'own' : `${ratio * 100} %`;
      const sums = [['all', of] as const, ...(grouped ? GROUPS.flatMap((group) => groupsBy(of, group)) : [])];
      return sums.map(([name, some]) => [family, point, name, String(some.length), ...figuresOf(family, some)]);
    }),
  );
  return table(['family', 'asked for', 'of', 'cases', ...HEADS], rows);
}

function groupsBy(of: readonly Verdict[], group: GroupOf): (readonly [name: string, of: readonly Verdict[]])[] {
  const names = [...new Set(of.map(group))].sort();
  return names.map((name) => [name, of.filter((one) => group(one) === name)] as const);
}

function figuresOf(family: string, of: readonly Verdict[]): readonly string[] {
  const { share, pruner, bm25, head, nothing, ms } = sumVerdicts(family, of);
  const better = Math.max(bm25.cover, head.cover);
  return [
    ...[share, pruner.hit, bm25.hit, pruner.cover, bm25.cover, head.cover].map(percent),
    ...[(pruner.cover / better).toFixed(2), percent(nothing), ms.toFixed(1)],
  ];
}

function percent(share: number): string {
  return (share * 100).toFixed(1);
}

export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
