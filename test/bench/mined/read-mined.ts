import path from 'node:path';
import { openGit } from '../../../launcher/eval/git.ts';
import { commitCases } from '../../../launcher/eval/history/commit-cases.ts';
import { docCases } from '../../../launcher/eval/history/doc-cases.ts';
import type { EvalCase } from '../../../launcher/eval/history/eval-case.ts';

/** A clone, and the cases that its history and its comments gave. */
export interface MinedClone {
  /** `owner/name`. */
  readonly name: string;
  /** The commit that it stands at. */
  readonly commit: string;
  readonly cases: readonly EvalCase[];
}

/** At most `per` cases of each family from a clone of a repository, the same ones for the same seed. */
export async function readMined(repo: string, per: number, seed: number): Promise<MinedClone> {
  const git = openGit(repo, process.env, new AbortController().signal);
  const cases: EvalCase[] = [];
  for (const family of [commitCases(git, seed), docCases(git, seed)]) {
    let mined = 0;
    for await (const one of family) {
      cases.push(one);
      if (++mined === per) break;
    }
  }
  const commit = (await git('rev-parse', '--short=12', 'HEAD')).trim();
  return { name: nameOf(repo), commit, cases };
}

/** `owner/name` of a clone in a folder `owner+name`, or in `repo` in such a folder. */
function nameOf(repo: string): string {
  const { base, dir } = path.parse(path.resolve(repo));
  return (base === 'repo' ? path.basename(dir) : base).replace('+', '/');
}
