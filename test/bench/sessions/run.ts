import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { intervalRows, moneyRows } from '../../../launcher/cli/eval/report/money-rows.ts';
import { reportSessions } from '../../../launcher/cli/eval/report/report-sessions.ts';
import { MIN_CHARS } from '../../../launcher/eval/sessions/cases/case-size.ts';
import { evaluateSessions } from '../../../launcher/eval/sessions/evaluate-sessions.ts';
import { BASELINE_NAMES } from '../../../launcher/eval/sessions/judging/baselines/baseline.ts';
import { HOST_LIMITS } from '../../../launcher/eval/sessions/judging/baselines/host-limit.ts';
import { cellsOf } from '../../../launcher/eval/sessions/judging/cells-of.ts';
import { judgeCase } from '../../../launcher/eval/sessions/judging/judge-case.ts';
import type { Point } from '../../../launcher/eval/sessions/judging/judgement.ts';
import { moneyFigures } from '../../../launcher/eval/sessions/money/money-figures.ts';
import type { SessionMoney } from '../../../launcher/eval/sessions/money/money-sums.ts';
import { findSessions } from '../../../launcher/eval/sessions/sources/find-sessions.ts';
import { createSessionSums } from '../../../launcher/eval/sessions/sums/session-sums.ts';
import { toFigures } from '../../../launcher/eval/sessions/sums/to-figures.ts';
import { createEmbeddedPruner } from '../../../src/engine/embedded.ts';
import { estimateTokens } from '../../../src/engine/keep/tokens.ts';
import { CARES, type Pruner } from '../../../src/engine/pruner.ts';
import { NOTICE } from '../../../src/text/raw-notice.ts';
import type { SkipReason } from '../../../src/transcripts/recorded-session.ts';
import { figuresTable } from './figures-table.ts';
import { groupsTable } from './groups-table.ts';
import { markdownTable } from './markdown-table.ts';
import { type Recall, reliabilityTable } from './reliability-table.ts';

/**
 * `node test/bench/sessions/run.ts [--limit N] [--alone] REPO…`: judges the engine on what agents needed in recorded
 * sessions, beside truncation, grep and BM25. Each REPO is a clone of a public repository with sessions. With `--alone`
 * the engine knows the question, but no session. Prints Markdown. docs/recorded-sessions.md lists the repositories.
 */
const { values, positionals } = parseArgs({
  options: { limit: { type: 'string' }, alone: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const limit = values.limit === undefined ? undefined : Number(values.limit);
const POINTS: readonly Point[] = ['own', ...CARES, 0.1, 0.2, 0.3, 0.5];

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
