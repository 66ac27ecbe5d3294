import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Git } from '../../sessions/git.ts';
import { type EvalCase, isFitText, isSourcePath } from '../history/eval-case.ts';
import { seededOrder } from '../history/seeded-order.ts';
import type { IssueFix } from './issue-fix.ts';
import { ISSUE_SOURCES, isHash, openClone } from './issue-sources.ts';
import { type OldRanges, oldRanges } from './old-ranges.ts';

/** Parts of the repositories: to fit on, to look at, and to open once. */
export const ISSUE_PARTS = ['train', 'open', 'held'] as const;
export type IssuePart = (typeof ISSUE_PARTS)[number];

/** A repository whose issues are read. */
export interface IssueRepository {
  readonly repo: string;
  readonly part: IssuePart;
  /** A name in `ISSUE_SOURCES`. */
  readonly source: string;
}

/** Limits of a usable fix. See `commitCases`. */
const MIN_LINES = 100;
const MAX_FILES = 3;
const MAX_RANGES = 6;
const MAX_GOLD_LINES = 60;
const MIN_TITLE_CHARS = 8;

/** Reads the repositories whose issues are judged. */
export function readRepositories(): readonly IssueRepository[] {
  const [, ...rows] = readFileSync(path.join(import.meta.dirname, 'repositories.csv'), 'utf8')
    .trim()
    .split('\n');
  return rows.map((row) => {
    const [repo = '', part, source = ''] = row.split(',');
    const known = ISSUE_PARTS.find((one) => one === part);
    if (known === undefined) throw new Error(`Reading issue repositories: expected a part, got "${row}"`);
    return { repo, part: known, source };
  });
}

/**
 * Makes cases of at most `per` issues of a repository. The question is the issue's title, or all of it. The answer is
 * the set of lines that its fix changed, in the file as it was before. `clones` is a folder of clones, `owner+name/repo`.
 */
export async function issueCases(
  clones: string,
  { repo, source }: IssueRepository,
  { per, seed }: { readonly per: number; readonly seed: number },
): Promise<readonly EvalCase[]> {
  const read = ISSUE_SOURCES[source];
  if (read === undefined) throw new Error(`Reading issues of "${repo}": no source "${source}"`);
  const git = openClone(clones, repo);
  const cases: EvalCase[] = [];
  let used = 0;
  for (const fix of seededOrder(await read(clones, repo), seed)) {
    const found = await casesOf(git, fix);
    cases.push(...found);
    if (found.length > 0 && ++used === per) break;
  }
  return cases;
}

async function casesOf(git: Git, fix: IssueFix): Promise<EvalCase[]> {
  const files = [...oldRanges(fix.patch)].filter(([file]) => isSourcePath(file));
  if (!isHash(fix.base) || fix.title.length < MIN_TITLE_CHARS || files.length > MAX_FILES) return [];
  const cases: EvalCase[] = [];
  for (const [file, changed] of files) {
    const text = await textOf(git, fix, file);
    const lines = changed.ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
    if (text === undefined || !isThatFile(text, changed) || !isFitText(text, MIN_LINES)) continue;
    if (changed.ranges.length === 0 || changed.ranges.length > MAX_RANGES || lines > MAX_GOLD_LINES) continue;
    const of = { commit: fix.base, issue: fix.issue, path: file, text, gold: changed.ranges };
    cases.push({ ...of, family: 'issue-title', question: fix.title });
    if (fix.body !== '') cases.push({ ...of, family: 'issue', question: `${fix.title}\n\n${fix.body}` });
  }
  return cases;
}

function textOf(git: Git, { base, texts }: IssueFix, file: string): Promise<string | undefined> {
  const given = texts?.get(path.basename(file));
  return given === undefined ? git('show', `${base}:${file}`).catch(() => undefined) : Promise.resolve(given);
}

/** False if the text lacks a line that the patch shows of it. */
function isThatFile(text: string, { ranges, shown }: OldRanges): boolean {
  const lines = text.split('\n');
  return (
    ranges.every(([first]) => first <= lines.length) &&
    // A diff that ignores white space shows the new indents.
    [...shown].every(([line, was]) => lines[line - 1]?.trim() === was.trim())
  );
}
