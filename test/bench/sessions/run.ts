import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import { estimateTokens } from '../../../src/engine/keep/tokens.ts';
import type { Pruner } from '../../../src/engine/pruner.ts';
import { NOTICE } from '../../../src/text/raw-notice.ts';
import type { SkipReason } from '../../../src/transcripts/recorded-session.ts';
import { HOOK_CUTS } from '../../../src/unasked/cuts.ts';
import { MIN_CHARS } from './cases/case-size.ts';
import { evaluateSessions } from './evaluate-sessions.ts';
import { figuresTable } from './figures-table.ts';
import { groupsTable } from './groups-table.ts';
import { BASELINE_NAMES } from './judging/baselines/baseline.ts';
import { HOST_LIMITS } from './judging/baselines/host-limit.ts';
import { cellsOf } from './judging/cells-of.ts';
import { judgeCase } from './judging/judge-case.ts';
import type { Point } from './judging/judgement.ts';
import { markdownTable } from './markdown-table.ts';
import { moneyFigures } from './money/money-figures.ts';
import type { SessionMoney } from './money/money-sums.ts';
import { type Recall, reliabilityTable } from './reliability-table.ts';
import { intervalRows, moneyRows } from './report/money-rows.ts';
import { reportSessions } from './report/report-sessions.ts';
import { findSessions } from './sources/find-sessions.ts';
import { createSessionSums } from './sums/session-sums.ts';
import { toFigures } from './sums/to-figures.ts';
import { runVerdict } from './verdict.ts';

/**
 * `node test/bench/sessions/run.ts --verdict [PATH…] [--since DATE] [--tool NAME] [--limit N] [--misses | --json]`: says
 * in plain words what pruning would have saved and lost in recorded sessions, by default your own.
 *
 * `node test/bench/sessions/run.ts [--limit N] [--alone] REPO…`: judges the engine on what agents needed in recorded
 * sessions, beside truncation, grep and BM25. Each REPO is a clone of a public repository with sessions. With `--alone`
 * the engine knows the question, but no session. Prints Markdown. docs/recorded-sessions.md lists the repositories.
 */
const { values, positionals } = parseArgs({
  options: {
    ...{ limit: { type: 'string' }, since: { type: 'string' }, tool: { type: 'string' } },
    ...{ alone: { type: 'boolean', default: false }, verdict: { type: 'boolean' } },
    ...{ misses: { type: 'boolean' }, json: { type: 'boolean' } },
  },
  allowPositionals: true,
});
if (values.verdict === true) {
  const { env, stdout, stderr } = process;
  process.exit(await runVerdict({ env, stdout, stderr, stop: new AbortController().signal }, values, positionals));
}
const limit = values.limit === undefined ? undefined : Number(values.limit);
const POINTS: readonly Point[] = ['own', ...HOOK_CUTS, 0.1, 0.2, 0.3, 0.5];

const signal = new AbortController().signal;
const embedded = createEmbeddedPruner();
const alone: Pruner = { prune: (request, of) => embedded.prune({ ...request, context: undefined }, of) };
const asked = { pruner: values.alone ? alone : embedded, count: estimateTokens, overheadTokens: NOTICE.tokens, signal };
const all = { points: POINTS, baselines: BASELINE_NAMES };
const sums = createSessionSums(cellsOf(all));
// Hosts limit the output of their shells, so only commands are judged at those limits.
const ofCommands = { hosts: HOST_LIMITS };
const commandSums = createSessionSums(cellsOf(ofCommands));
let lostLines = 0;
const recalls: Recall[] = [];
const money: SessionMoney[] = [];
const skipped = new Map<SkipReason, number>();

const rows: string[] = [];
for (const repo of positionals) {
  const found = findSessions({ paths: [repo], limit, signal });
  let sessions = 0;
  let cases = 0;
  await evaluateSessions(found, {
    ...{ sums, count: estimateTokens, judge: { ...asked, ...all } },
    onJudged: async ({ of, lost, recall }) => {
      if (recall !== undefined) recalls.push(recall);
      cases++;
      lostLines += lost.length;
      if (of.action === 'command') commandSums.add(await judgeCase(of, { ...asked, ...ofCommands }));
    },
    onSession: (_, ofSession) => {
      sessions++;
      money.push(...ofSession);
    },
  });
  for (const [reason, count] of found.skipped) skipped.set(reason, (skipped.get(reason) ?? 0) + count);
  rows.push(`| ${nameOf(repo)} | \`${commitOf(repo)}\` | ${sessions} | ${cases} |`);
}

const figures = toFigures(sums);
const report = reportSessions(figures, { isOwn: false, skipped, minChars: MIN_CHARS, money: moneyFigures(money) });
process.stdout.write(
  [
    ['| repository | commit | sessions | cases |', '| --- | --- | --- | --- |', ...rows].join('\n'),
    `\`\`\`text\n${report}\n\`\`\``,
    `Needed lines lost in 100 results: ${((100 * lostLines) / figures.results).toFixed(1)}.`,
    markdownTable(moneyRows(moneyFigures(money))),
    markdownTable(intervalRows(moneyFigures(money)) ?? []),
    figuresTable(figures.all),
    reliabilityTable(recalls),
    groupsTable(figures),
    figuresTable(toFigures(commandSums).all),
    '',
  ].join('\n\n'),
);

/** `owner/name` of a clone, from its origin or its folder. */
function nameOf(repo: string): string {
  const folder = path.basename(path.dirname(path.resolve(repo, 'x')));
  const above = path.basename(path.dirname(path.resolve(repo)));
  return (folder === 'repo' ? above : folder).replace('+', '/');
}

/** Commit that the sessions were read from: the branch that records them, else the newest commit. */
function commitOf(repo: string): string {
  const branches = ['refs/heads/entire/checkpoints/v1', 'refs/remotes/origin/entire/checkpoints/v1', 'HEAD'];
  for (const branch of branches) {
    try {
      const args = ['-C', repo, 'rev-parse', '--verify', '--quiet', branch];
      return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).slice(0, 12);
    } catch {
      // The repository has no such branch.
    }
  }
  return 'no git repository';
}
