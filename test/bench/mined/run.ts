import { parseArgs } from 'node:util';
import { judge, type Verdict } from '../../../launcher/eval/history/judge.ts';
import { sumVerdicts } from '../../../launcher/eval/history/sum-verdicts.ts';
import { createEmbeddedPruner } from '../../../src/pruning/embedded.ts';
import { loadO200k } from '../../../src/tokens/o200k.ts';
import { readMined } from './read-mined.ts';

/**
 * `node test/bench/mined/run.ts [--per 40] [--seed 7] CLONE…`: judges the engine without a session on questions that people
 * wrote, beside BM25 with as many tokens. A commit's message asks for the lines that it changed, a doc comment for its
 * function. Prints Markdown. docs/learned-scorer.md says which repositories it is judged by.
 */
const { values, positionals } = parseArgs({
  options: { per: { type: 'string', default: '40' }, seed: { type: 'string', default: '7' } },
  allowPositionals: true,
});
const POINTS = [0.1, 0.2, 0.3, undefined] as const;

const options = {
  ...{ pruner: createEmbeddedPruner(), count: await loadO200k(), signal: new AbortController().signal },
  now: () => performance.now(),
};
const verdicts = new Map<number | undefined, Verdict[]>(POINTS.map((ratio) => [ratio, []]));
const clones: string[][] = [];
for (const repo of positionals) {
  const { name, commit, cases } = await readMined(repo, Number(values.per), Number(values.seed));
  for (const one of cases) for (const [ratio, of] of verdicts) of.push(await judge(one, { ...options, ratio }));
  const countOf = (family: string): string => String(cases.filter((one) => one.family === family).length);
  clones.push([name, `\`${commit}\``, countOf('commit'), countOf('doc')]);
}

const figures = (['commit', 'doc'] as const).flatMap((family) =>
  [...verdicts].map(([ratio, of]) => {
    const { share, pruner, bm25, ms } = sumVerdicts(family, of);
    const point = ratio === undefined ? 'own' : `${ratio * 100} %`;
    return [family, point, ...[share, pruner.hit, bm25.hit, pruner.cover, bm25.cover].map(percent), ms.toFixed(1)];
  }),
);
process.stdout.write(
  [
    table(['repository', 'commit', 'commit cases', 'doc cases'], clones),
    table(['family', 'asked for', 'kept', 'hit', 'BM25 hit', 'cover', 'BM25 cover', 'ms'], figures),
    '',
  ].join('\n\n'),
);

function percent(share: number): string {
  return (share * 100).toFixed(1);
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
