import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import type { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import { judge, type Verdict } from './history/judge.ts';
import { sumVerdicts } from './history/sum-verdicts.ts';
import { readMined } from './read-mined.ts';

/**
 * `node test/bench/mined/run.ts [--per 40] [--seed 7] [--swe-qa CLONE] CLONE…`: judges the engine without a session on
 * questions that others wrote, beside BM25 with as many tokens. A commit's message asks for the lines that the commit
 * changed, and a doc comment asks for its function. With a clone of SWE-QA, its questions ask for the lines that their
 * answers cite. `--engine ROOT` judges another checkout of this repository on the same cases. Prints Markdown.
 * docs/learned-scorer.md lists the repositories.
 */
const { values, positionals } = parseArgs({
  options: {
    per: { type: 'string', default: '40' },
    seed: { type: 'string', default: '7' },
    'swe-qa': { type: 'string' },
    engine: { type: 'string', default: path.resolve(import.meta.dirname, '../../..') },
  },
  allowPositionals: true,
});
const FAMILIES = ['commit', 'doc', 'swe-qa'];
const POINTS = [0.1, 0.2, 0.3, undefined] as const;

const engine = pathToFileURL(path.resolve(values.engine, 'src/engine/embedded.ts')).href;
const { createEmbeddedPruner: createPruner }: { createEmbeddedPruner: typeof createEmbeddedPruner } = await import(
  engine
);
const options = {
  ...{ pruner: createPruner(), count: await loadO200k(), signal: new AbortController().signal },
  now: () => performance.now(),
};
const verdicts = new Map<number | undefined, Verdict[]>(POINTS.map((ratio) => [ratio, []]));
const clones: string[][] = [];
for (const repo of positionals) {
  const chosen = { per: Number(values.per), seed: Number(values.seed), sweQa: values['swe-qa'] };
  const { name, commit, cases } = await readMined(repo, chosen);
  for (const one of cases) for (const [ratio, of] of verdicts) of.push(await judge(one, { ...options, ratio }));
  const countOf = (family: string): string => String(cases.filter((one) => one.family === family).length);
  clones.push([name, `\`${commit}\``, ...FAMILIES.map(countOf)]);
}

const judged = FAMILIES.filter((family) => [...verdicts.values()][0]?.some((one) => one.of.family === family));
const figures = judged.flatMap((family) =>
  [...verdicts].map(([ratio, of]) => {
    const { share, pruner, bm25, ms } = sumVerdicts(family, of);
    const point = ratio === undefined ? 'own' : `${ratio * 100} %`;
    return [family, point, ...[share, pruner.hit, bm25.hit, pruner.cover, bm25.cover].map(percent), ms.toFixed(1)];
  }),
);
process.stdout.write(
  [
    table(['repository', 'commit', ...FAMILIES.map((family) => `${family} cases`)], clones),
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
