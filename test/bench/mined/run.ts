import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import type { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import { showFigures, table } from './figures.ts';
import type { EvalCase } from './history/eval-case.ts';
import { judge, type Verdict } from './history/judge.ts';
import { issueCases, readRepositories } from './issues/issue-cases.ts';
import { readMined } from './read-mined.ts';

/**
 * `node test/bench/mined/run.ts [--per 40] [--seed 7] [--swe-qa CLONE] CLONE…`: judges the engine without a session on
 * questions that others wrote, beside BM25 and the head of the file with as many tokens. A commit's message asks for the
 * lines that the commit changed, and a doc comment asks for its function. With a clone of SWE-QA, its questions ask for
 * the lines that their answers cite.
 *
 * `--issues open --repos DIR` asks with titles of issues and with whole issues for the lines that their fixes changed,
 * in the repositories of `issues/repositories.csv`. DIR has their clones, and those of the data sets, as
 * `owner+name/repo`. `--groups` splits the figures by language and length, `--list` names the cases, and `--engine ROOT`
 * judges another checkout of this repository on the same cases. Prints Markdown. docs/learned-scorer.md has the figures.
 */
const { values, positionals } = parseArgs({
  options: {
    per: { type: 'string', default: '40' },
    seed: { type: 'string', default: '7' },
    'swe-qa': { type: 'string' },
    issues: { type: 'string' },
    repos: { type: 'string', default: '.' },
    groups: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    engine: { type: 'string', default: path.resolve(import.meta.dirname, '../../..') },
  },
  allowPositionals: true,
});
const FAMILIES = ['commit', 'doc', 'swe-qa', 'issue-title', 'issue'];
const POINTS = [0.1, 0.2, 0.3, undefined] as const;

const engine = pathToFileURL(path.resolve(values.engine, 'src/engine/embedded.ts')).href;
const { createEmbeddedPruner: createPruner }: { createEmbeddedPruner: typeof createEmbeddedPruner } = await import(
  engine
);
const options = {
  ...{ pruner: createPruner(), count: await loadO200k(), signal: new AbortController().signal },
  now: () => performance.now(),
};
const chosen = { per: Number(values.per), seed: Number(values.seed), sweQa: values['swe-qa'] };
const verdicts = new Map<number | undefined, Verdict[]>(POINTS.map((ratio) => [ratio, []]));
const clones: string[][] = [];
const named: string[][] = [];

for (const repo of positionals) {
  const { name, commit, cases } = await readMined(repo, chosen);
  await judgeAll(name, commit, cases);
}
for (const one of readRepositories().filter(({ part }) => part === values.issues))
  await judgeAll(one.repo, one.source, await issueCases(values.repos, one, chosen));

const judged = FAMILIES.filter((family) => [...verdicts.values()][0]?.some((one) => one.of.family === family));
const tables = [
  table(['repository', 'commit or source', ...FAMILIES.map((family) => `${family} cases`)], clones),
  showFigures(judged, verdicts, values.groups),
  ...(values.list ? [table(['repository', 'commit', 'issue', 'path'], named)] : []),
];
process.stdout.write(`${tables.join('\n\n')}\n`);

async function judgeAll(name: string, commit: string, cases: readonly EvalCase[]): Promise<void> {
  for (const one of cases) for (const [ratio, of] of verdicts) of.push(await judge(one, { ...options, ratio }));
  for (const one of cases.filter(({ family }) => family === 'issue-title'))
    named.push([name, one.commit.slice(0, 12), one.issue ?? '', one.path]);
  const countOf = (family: string): string => String(cases.filter((one) => one.family === family).length);
  clones.push([name, `\`${commit}\``, ...FAMILIES.map(countOf)]);
}
