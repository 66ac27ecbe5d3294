import path from 'node:path';
import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import { GitError, openGit } from '../../eval/git.ts';
import { commitCases } from '../../eval/history/commit-cases.ts';
import { docCases } from '../../eval/history/doc-cases.ts';
import type { EvalCase } from '../../eval/history/eval-case.ts';
import { type JudgeOptions, judge, type Verdict } from '../../eval/history/judge.ts';
import { type EvalSum, sumVerdicts } from '../../eval/history/sum-verdicts.ts';
import { choosePruner } from '../../platform/settings/choose-pruner.ts';
import { readConfig } from '../../platform/settings/config.ts';
import { alignRows } from '../align-rows.ts';
import { type CommandContext, type GivenOptions, UsageError } from '../command.ts';
import { jsonLine } from '../json-line.ts';
import { printable } from '../printable.ts';
import { integerOf, ratioOf } from './option-values.ts';
import { historyVerdict } from './report/verdict.ts';
import { shownMessage } from './shown-message.ts';

const DEFAULT_CASES = 40;
const MAX_CASES = 1000;
const DEFAULT_SEED = 7;
const MAX_SEED = 2 ** 31;

/** Measures how often the configured pruner keeps the lines that the repository's history marks as the answer. */
export async function runEvalHistory(
  { env, cwd, stdout, stderr, stop }: CommandContext,
  given: GivenOptions,
): Promise<number> {
  const repo = path.resolve(cwd, typeof given['repo'] === 'string' ? given['repo'] : '.');
  const max = integerOf(given, 'cases', DEFAULT_CASES, 1, MAX_CASES);
  const seed = integerOf(given, 'seed', DEFAULT_SEED, 0, MAX_SEED);
  const chosen = choosePruner(readConfig(env, cwd), () => performance.now());
  if (chosen === undefined) throw new UsageError('cannot try the pruner: PRUNER_URL is empty, which turns it off');
  const count = await loadO200k();
  const options: JudgeOptions = {
    ...{ pruner: chosen.pruner, count, ratio: ratioOf(given), signal: stop, now: () => performance.now() },
  };
  const git = openGit(repo, env, stop);
  const progress = (words: string): void => void (stderr.isTTY && stderr.write(`\r\u001b[K${words}`));
  const verdicts: Verdict[] = [];
  try {
    for (const cases of [commitCases(git, seed), docCases(git, seed)]) {
      let judged = 0;
      for await (const one of cases) {
        verdicts.push(await judge(one, options));
        progress(`${++judged} of ${max} ${one.family} cases`);
        if (judged === max) break;
      }
    }
    progress('');
  } catch (error) {
    progress('');
    if (stop.aborted) {
      stderr.write('mcp-pruner: cancelled\n');
      return 1;
    }
    const why = (error as Error).message;
    const words = error instanceof GitError ? why : `cannot try the pruner on "${repo}": ${why}`;
    stderr.write(`mcp-pruner: ${shownMessage(words)}\n`);
    return 1;
  }
  if (verdicts.length === 0) {
    stderr.write(`mcp-pruner: ${shownMessage(`nothing to try in "${repo}": ${NOTHING}`)}\n`);
    return 1;
  }
  const families = Object.keys(FAMILIES)
    .map((family) => sumVerdicts(family, verdicts))
    .filter(({ cases }) => cases > 0);
  if (given['json'] === true) {
    stdout.write(jsonLine({ repo, endpoint: chosen.endpoint, seed, families, cases: verdicts.map(toRow) }));
    return 0;
  }
  const misses = given['misses'] === true ? missLines(verdicts) : [];
  stdout.write(
    `${[...families.map((sum) => report(sum)), asked(chosen.endpoint, verdicts), ...misses, historyVerdict(families)].join('\n\n')}\n`,
  );
  return 0;
}

const NOTHING =
  'a case is a commit that changes few lines of one source file of 150 to 4,000 lines under a subject that says what, or a documented function in such a file';

const FAMILIES: Readonly<Record<string, string>> = {
  commit: 'a commit’s message asked; the lines it changed are the answer',
  doc: 'a doc comment’s first sentence asked; its function is the answer',
};

function asked(endpoint: string, verdicts: readonly Verdict[]): string {
  const own = verdicts.filter(({ engine }) => engine === 'embedded').length;
  const others = own === verdicts.length ? [] : [endpoint];
  const embedded = others.length === 0 ? 'the embedded engine' : `the embedded engine in ${own} cases`;
  return `Asked: ${[...others, ...(own === 0 ? [] : [embedded])].join(', ')}. hit: places of the answer of which something was kept;\ncover: its lines that were. BM25 and head were given as many tokens.`;
}

function report({ family, cases, share, medianShare, ms, ...by }: EvalSum): string {
  const rows = (['pruner', 'bm25', 'head'] as const).map((who) => {
    const { hit, cover } = by[who];
    return [`  ${{ pruner: 'pruner', bm25: 'BM25', head: 'head' }[who]}`, percent(hit), percent(cover)];
  });
  const lines = alignRows([['', '   hit', ' cover'], ...rows]);
  return `${cases} ${family} cases: ${FAMILIES[family]}\n  ${percent(share).trim()} of the tokens kept on average, ${percent(medianShare).trim()} at the median; ${ms.toFixed(1)} ms\n${lines.join('\n')}`;
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`.padStart(7);

/** Lists the cases in which none of the answer was kept, for inspection. */
function missLines(verdicts: readonly Verdict[]): readonly string[] {
  const missed = verdicts.filter(({ pruner }) => pruner.hit === 0);
  const lines = missed.map(
    ({ of }) => `  ${of.commit.slice(0, 10)} ${printable(of.path)}:${goldOf(of)}\n    ${printable(of.question)}`,
  );
  return [`${missed.length} of ${verdicts.length} missed whole\n${lines.join('\n')}`];
}

function goldOf({ gold }: EvalCase): string {
  return gold.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}

function toRow({ of, ...verdict }: Verdict): object {
  const { text, ...rest } = of;
  return { ...rest, ...verdict };
}
