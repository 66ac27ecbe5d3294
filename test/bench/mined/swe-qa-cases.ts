import { citedPlaces } from '../sessions/cases/cited-places.ts';
import { openGit } from '../sessions/git.ts';
import { type EvalCase, isFitText, isSourcePath, type LineRange } from './history/eval-case.ts';

/**
 * Limits of cited lines. A longer range only says where something is. With more lines in all, an answer needs much of
 * the file.
 */
const MAX_RANGE_LINES = 60;
const MAX_GOLD_LINES = 150;

/**
 * Makes cases from a clone of SWE-QA (Peng et al., 2025, https://github.com/peng-weihan/SWE-QA-Bench): questions about
 * repositories (what, why, where, how), with answers that cite lines. Each file that an answer cites makes a case: the
 * question asks for the cited lines. `repo` is a clone of one of its repositories, and `name` is its `owner/name`.
 * Returns no cases if SWE-QA does not contain the repository.
 */
export async function sweQaCases(bench: string, repo: string, name: string): Promise<readonly EvalCase[]> {
  const fromBench = openGit(bench, process.env, new AbortController().signal);
  const fromRepo = openGit(repo, process.env, new AbortController().signal);
  const places = await fromBench('show', 'HEAD:repo_commit.txt');
  const commit = new RegExp(`/${name}\\s+([0-9a-f]{7,40})`).exec(places)?.[1];
  if (commit === undefined) return [];
  const paths = (await fromRepo('ls-tree', '-r', '--name-only', commit)).split('\n').filter(isSourcePath);
  const rows = await fromBench('show', `HEAD:Benchmark/${name.split('/')[1]}.jsonl`);
  const cases: EvalCase[] = [];
  for (const row of rows.split('\n').filter((line) => line !== '')) {
    const { question, answer } = JSON.parse(row) as { question: string; answer: string };
    for (const [path, cited] of byPath(citedPlaces(answer), paths)) {
      const text = await fromRepo('show', `${commit}:${path}`);
      const gold = toGold(cited, text.split('\n').length);
      if (isFitText(text) && gold !== undefined) cases.push({ family: 'swe-qa', commit, path, question, text, gold });
    }
  }
  return cases;
}

/** Groups the cited ranges by path. Skips file names that match no path, or several. */
function byPath(cited: ReadonlyMap<string, readonly LineRange[]>, paths: readonly string[]): Map<string, LineRange[]> {
  const found = new Map<string, LineRange[]>();
  for (const [file, ranges] of cited) {
    const [path, other] = paths.filter((one) => one === file || one.endsWith(`/${file}`));
    if (path !== undefined && other === undefined) found.set(path, [...(found.get(path) ?? []), ...ranges]);
  }
  return found;
}

/** Sorts the ranges and merges adjacent ones. Undefined if none is left, or if they have too many lines. */
function toGold(cited: readonly LineRange[], lineCount: number): readonly LineRange[] | undefined {
  const fit = cited.filter(([first, last]) => first <= last && last <= lineCount && last - first < MAX_RANGE_LINES);
  const gold: [first: number, last: number][] = [];
  for (const [first, last] of [...fit].sort((a, b) => a[0] - b[0])) {
    const before = gold.at(-1);
    if (before !== undefined && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else gold.push([first, last]);
  }
  const lines = gold.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  return gold.length === 0 || lines > MAX_GOLD_LINES ? undefined : gold;
}
