import path from 'node:path';
import { parseArgs } from 'node:util';
import { loadO200k } from '../../../src/base/tokens/o200k.ts';
import { ROOT } from '../../runtime/started.ts';
import { collector } from './collector.ts';
import { openHistory } from './history.ts';
import { makeSessions } from './make-sessions.ts';
import { clearOldest, leastRecentlyUsed, type Policy, random } from './policy.ts';
import { needsOf, recordedSessions } from './recorded-session.ts';
import { type Recording, readRecordings } from './recordings.ts';
import type { Session } from './session.ts';
import { type Replayed, simulate } from './simulate.ts';

/**
 * Budgets in tokens, and the number of pieces in a session that fills them. No single recording fills the larger one.
 */
const BUDGETS = [
  { budget: 32_000, pieces: 200, joined: false },
  { budget: 200_000, pieces: 1200, joined: true },
] as const;
type Budget = (typeof BUDGETS)[number];

const POLICIES: readonly (() => Promise<Policy>)[] = [
  collector,
  async () => leastRecentlyUsed(),
  async () => clearOldest(),
  async () => random(),
];

/**
 * `node test/bench/replay/replay.ts [--sessions N] [REPO…]`: replays sessions made from the histories of repositories
 * (default: 20 sessions of this repository). With `--recorded`, replays recorded sessions of agents in these
 * repositories (default: all).
 */
const { values, positionals } = parseArgs({
  options: { sessions: { type: 'string' }, recorded: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const repos = (positionals.length > 0 ? positionals : [ROOT]).map((repo) => ({
  repo,
  name: path.basename(path.dirname(path.resolve(repo))),
}));
const count = await loadO200k();
const sessionsOf = values.recorded ? await recorded() : made();
const total = Number(values.sessions ?? (values.recorded ? Infinity : 20));
for (const one of BUDGETS) {
  const sums = new Map<string, Replayed>();
  const all = { sessions: 0, pieces: 0, edits: 0, reads: 0 };
  for (const session of sessionsOf(one, total)) {
    const { edits, reads } = needsOf(session);
    all.sessions += 1;
    all.pieces += session.pieces;
    all.edits += edits;
    all.reads += reads;
    await play(session, one.budget, sums);
  }
  report(headingOf(one, all), all.sessions, sums);
}

function made() {
  return function* ({ pieces }: Budget, max: number): Generator<Session> {
    for (const { repo, name } of repos) {
      yield* makeSessions(openHistory(repo, name), count, Math.ceil(max / repos.length), pieces);
    }
  };
}

async function recorded() {
  const recordings: { readonly name: string; readonly read: readonly Recording[] }[] = [];
  for (const { repo, name } of repos) recordings.push({ name, read: await readRecordings(repo) });
  return function* ({ pieces: min, joined }: Budget, max: number): Generator<Session> {
    let left = max;
    for (const { name, read } of recordings) {
      for (const session of recordedSessions(read, { name, count, min, joined })) {
        if (left-- <= 0) return;
        yield session;
      }
    }
  };
}

async function play(session: Session, budget: number, sums: Map<string, Replayed>): Promise<void> {
  for (const start of POLICIES) {
    const policy = await start();
    const one = await simulate(session, policy, budget);
    const before = sums.get(policy.name) ?? { needs: 0, misses: 0, fetched: 0, found: 0, held: 0 };
    const add = (key: keyof Replayed): number => before[key] + one[key];
    sums.set(policy.name, {
      needs: add('needs'),
      misses: add('misses'),
      fetched: add('fetched'),
      found: add('found'),
      held: add('held'),
    });
    policy.close?.();
  }
}

interface All {
  readonly sessions: number;
  readonly pieces: number;
  readonly edits: number;
  readonly reads: number;
}

function headingOf({ budget, joined }: Budget, { sessions, pieces, edits, reads }: All): string {
  const number = new Intl.NumberFormat('en');
  const how = joined ? 'joined of consecutive recorded ones of one developer' : 'as recorded';
  const needs = `${number.format(edits)} needs of an edit, ${number.format(reads)} of a read`;
  const heading = `${number.format(budget)} tokens, ${sessions} sessions, ${number.format(pieces)} pieces`;
  return values.recorded ? `${heading}; ${how}; ${needs}` : heading;
}

function report(heading: string, sessions: number, sums: ReadonlyMap<string, Replayed>): void {
  const number = new Intl.NumberFormat('en');
  const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
  const others = [...sums].filter(([name]) => name !== 'the collector').map(([, { misses }]) => misses);
  const best = Math.min(...others);
  const rows = [...sums].map(([name, { needs, misses, fetched, found, held }]) => [
    ...[name, number.format(needs), number.format(misses), percent(misses / needs)],
    ...[number.format(fetched), number.format(Math.round(held / sessions))],
    ...(name === 'the collector' ? [percent(found / Math.max(1, misses)), percent(1 - misses / best)] : ['', '']),
  ]);
  const heads = ['policy', 'needs', 'misses', 'rate', 'tokens again', 'held', 'found', 'fewer than the best'];
  process.stdout.write(`${heading}\n`);
  for (const row of [heads, ...rows])
    process.stdout.write(`${row.map((cell, at) => (at === 0 ? cell.padEnd(28) : cell.padStart(13))).join('')}\n`);
  process.stdout.write('\n');
}
